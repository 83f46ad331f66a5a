import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { signOutWhenHidden } from "../src/page/hidden";

const MINUTE = 60_000;
let sent: string[] = [];
let seen = "visible";
let life = new AbortController();

function becomes(state: "visible" | "hidden") {
  seen = state;
  document.dispatchEvent(new Event("visibilitychange"));
}

beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  seen = "visible";
  document.body.dataset.signOutWhenHidden = "";
  document.body.innerHTML = "<p>Nana</p>";
  Object.defineProperty(document, "visibilityState", { configurable: true, get: () => seen });
  vi.stubGlobal(
    "BroadcastChannel",
    class extends EventTarget {
      postMessage() {}
    },
  );
  vi.stubGlobal("fetch", (path: string, { body }: RequestInit) => {
    sent.push(`${path} ${String(body)}`);
    return Promise.resolve(new Response());
  });
  // What an island would show instead; here it only keeps the page from leaving.
  window.addEventListener("evernear:signed-out", (event) => event.preventDefault());
});

afterEach(() => {
  life.abort();
  life = new AbortController();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("an errand ends after ten minutes", async () => {
  document.body.innerHTML = '<input type="file">';
  signOutWhenHidden(life.signal);
  document.querySelector("input")?.dispatchEvent(new Event("click", { bubbles: true }));
  becomes("hidden");
  await vi.advanceTimersByTimeAsync(9 * MINUTE);
  expect(sent).toEqual([]);
  await vi.advanceTimersByTimeAsync(2 * MINUTE);
  expect(sent).toEqual(["/sign-out scope=local"]);
});

test("a page that waits for a mail's code is an errand, and one that does not is none", async () => {
  document.body.innerHTML = "<form data-awaits-mail></form>";
  signOutWhenHidden(life.signal);
  becomes("hidden");
  await vi.advanceTimersByTimeAsync(5 * MINUTE);
  becomes("visible");
  document.body.innerHTML = "";
  becomes("hidden");
  await vi.advanceTimersByTimeAsync(5_000);
  expect(sent).toEqual(["/sign-out scope=local"]);
});

test("a moment's glance elsewhere is too short to count", async () => {
  signOutWhenHidden(life.signal);
  becomes("hidden");
  await vi.advanceTimersByTimeAsync(1_000);
  becomes("visible");
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect(sent).toEqual([]);
});

test("a telephone that let nothing run signs out when it is back", async () => {
  signOutWhenHidden(life.signal);
  becomes("hidden");
  vi.setSystemTime(Date.now() + MINUTE);
  becomes("visible");
  await vi.advanceTimersByTimeAsync(0);
  expect(sent).toEqual(["/sign-out scope=local"]);
});

test("what is written and not sent goes to the server before the session ends", async () => {
  document.body.innerHTML =
    '<form data-unsent="support"><textarea id="message"></textarea></form>' +
    '<form data-unsent="support"><textarea id="message-7">And one</textarea></form>';
  const box = document.querySelector("textarea");
  if (box) box.value = "My film";
  window.addEventListener(
    "evernear:unsent",
    (event) => (event as CustomEvent).detail.push({ place: "creator", fields: { text: "I miss" } }),
    { signal: life.signal },
  );
  let kept: unknown;
  window.addEventListener(
    "evernear:signed-out",
    (event) => {
      kept = (event as CustomEvent).detail;
    },
    { signal: life.signal },
  );
  signOutWhenHidden(life.signal);
  becomes("hidden");
  await vi.advanceTimersByTimeAsync(5_000);
  const words = [
    { place: "support", fields: { message: "My film", "message-7": "And one" } },
    { place: "creator", fields: { text: "I miss" } },
  ];
  expect(sent).toEqual([`/api/unsent/keep ${JSON.stringify({ words })}`, "/sign-out scope=local"]);
  expect(kept).toBe(true);
});

test("without a line nothing is lost: words and session wait for the return", async () => {
  document.body.innerHTML =
    '<form data-unsent="contact"><textarea id="message">Hi</textarea></form>';
  vi.stubGlobal("fetch", (path: string) => {
    sent.push(path);
    return Promise.reject(new TypeError("Failed to fetch"));
  });
  signOutWhenHidden(life.signal);
  becomes("hidden");
  await vi.advanceTimersByTimeAsync(5_000);
  expect(sent).toEqual(["/api/unsent/keep"]);
  expect(document.querySelector("textarea")?.value).toBe("Hi");
});
