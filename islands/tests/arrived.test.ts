import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { tellArrival } from "../src/page/arrived";

let asked: unknown[] = [];

/** The server knows one session. */
beforeEach(() => {
  asked = [];
  vi.stubGlobal("fetch", (path: string, { headers }: RequestInit) => {
    asked.push([path, headers]);
    const { Authorization } = headers as Record<string, string>;
    const status = Authorization === "Bearer secret" ? 200 : 403;
    return Promise.resolve(new Response(null, { status }));
  });
});

afterEach(() => vi.unstubAllGlobals());

beforeEach(() => {
  document.body.innerHTML = `
    <p data-arrived="session" hidden></p>
    <p data-arrived="half" hidden></p>
    <p data-arrived="refused" hidden></p>`;
});

function shown(): (string | undefined)[] {
  const notices = [...document.querySelectorAll<HTMLElement>("[data-arrived]")];
  return notices.filter((notice) => !notice.hidden).map((notice) => notice.dataset.arrived);
}

test.each([
  ["#access_token=secret&type=magiclink&sb=", "session"],
  ["#message=Confirmation+link+accepted&sb=", "half"],
  ["#error=access_denied&error_code=otp_expired&sb=", "refused"],
])("what %s tells is shown, and stays in no history", async (hash, told) => {
  history.replaceState(null, "", `/auth/arrived?a=1${hash}`);
  await tellArrival();
  expect(shown()).toEqual([told]);
  expect(location.hash).toBe("");
  expect(location.pathname + location.search).toBe("/auth/arrived?a=1");
});

test("a token that anybody may have written into the address is no link that worked", async () => {
  history.replaceState(null, "", "/auth/arrived#access_token=made-up");
  await tellArrival();
  expect(asked).toEqual([["/auth/v1/user", { Authorization: "Bearer made-up" }]]);
  expect(shown()).toEqual([]);
  expect(location.hash).toBe("");
});

test("other pages keep what stands in their address", async () => {
  document.body.innerHTML = "";
  history.replaceState(null, "", "/#access_token=x");
  await tellArrival();
  expect(location.hash).toBe("#access_token=x");
});
