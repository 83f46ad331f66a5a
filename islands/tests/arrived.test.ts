import { beforeEach, expect, test } from "vitest";
import { tellArrival } from "../src/page/arrived";

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
])("what %s tells is shown, and stays in no history", (hash, told) => {
  history.replaceState(null, "", `/auth/arrived?a=1${hash}`);
  tellArrival();
  expect(shown()).toEqual([told]);
  expect(location.hash).toBe("");
  expect(location.pathname + location.search).toBe("/auth/arrived?a=1");
});

test("other pages keep what stands in their address", () => {
  document.body.innerHTML = "";
  history.replaceState(null, "", "/#access_token=x");
  tellArrival();
  expect(location.hash).toBe("#access_token=x");
});
