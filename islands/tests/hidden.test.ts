import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { signOutWhenHidden } from "../src/page/hidden";
// Imported only when it is needed; here it is there at once.
import "../src/page/signedOut";

const MINUTE = 60_000;
let sent: string[] = [];
let seen = "visible";
let life = new AbortController();
/** What this tab told the others, and how they tell it something. */
let told: unknown[] = [];
let hears = (_message: unknown, _account = "thandi") => {};
/** The places that the server cannot keep. */
let refused: string[] = [];
/** Another account is signed in than the page's. */
let another = false;

function becomes(state: "visible" | "hidden") {
  seen = state;
  document.dispatchEvent(new Event("visibilitychange"));
}

beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  told = [];
  refused = [];
  seen = "visible";
  another = false;
  document.body.dataset.account = "thandi";
  document.body.dataset.whenSignedOut = "";
  document.body.dataset.signOutWhenHidden = "";
  document.body.innerHTML = "<p>Nana</p>";
  Object.defineProperty(document, "visibilityState", { configurable: true, get: () => seen });
  vi.stubGlobal(
    "BroadcastChannel",
    class extends EventTarget {
      constructor() {
        super();
        hears = (message, account = "thandi") =>
          this.dispatchEvent(new MessageEvent("message", { data: { account, message } }));
      }
      postMessage({ account, message }: { account: string; message: unknown }) {
        expect(account).toBe("thandi");
        told.push(message);
      }
    },
  );
  vi.stubGlobal("fetch", (path: string, { body, keepalive, headers }: RequestInit) => {
    expect(new Headers(headers).get("X-Evernear-Account")).toBe("thandi");
    if (another) {
      sent.push(path);
      const problem = { code: "another_account", message: "Another", credits: null };
      return Promise.resolve(Response.json(problem, { status: 409 }));
    }
    sent.push(`${path} ${String(body)}${keepalive ? "" : " while the page lives"}`);
    return Promise.resolve(Response.json(refused));
  });
});

/** What an island would show instead; here it only keeps the page from leaving. */
function staysHere() {
  const stay = (event: Event) => event.preventDefault();
  window.addEventListener("evernear:signed-out", stay, { signal: life.signal });
}

/** A form in which somebody has written. */
function writing(place: string, text: string) {
  document.body.innerHTML = `<header>Nana</header><main><form data-unsent="${place}"><textarea id="message"></textarea></form></main>`;
  const box = document.querySelector("textarea");
  if (box) box.value = text;
}

const lost = () => [...document.querySelectorAll("textarea")].map(({ value }) => value);
const kept = (words: unknown[]) => `/api/unsent/keep ${JSON.stringify({ words })}`;
const letter = (place: string, message: string) => ({ place, fields: { message } });

beforeEach(() => {
  if (!expect.getState().currentTestName?.includes("shown")) staysHere();
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

test("a page with a new link waits while another app sends it", async () => {
  document.body.innerHTML = "<div data-shown-once></div>";
  signOutWhenHidden(life.signal);
  becomes("hidden");
  await vi.advanceTimersByTimeAsync(5 * MINUTE);
  expect(sent).toEqual([]);
  await vi.advanceTimersByTimeAsync(6 * MINUTE);
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
  await vi.advanceTimersByTimeAsync(300);
  expect(sent).toEqual(["/sign-out scope=local"]);
});

test("what is written and not sent goes to the server before the session ends", async () => {
  document.body.innerHTML =
    '<form data-unsent="support"><textarea id="message"></textarea></form>' +
    '<form data-unsent="support-7"><textarea id="message-7">And one</textarea></form>' +
    '<form data-unsent="contact"><select id="employees"><option>1-10</option></select><input id="name"></form>';
  const box = document.querySelector("textarea");
  if (box) box.value = "My film";
  window.addEventListener(
    "evernear:unsent",
    (event) => (event as CustomEvent).detail.push({ place: "creator", fields: { text: "I miss" } }),
    { signal: life.signal },
  );
  let all: unknown;
  window.addEventListener(
    "evernear:signed-out",
    (event) => {
      all = (event as CustomEvent).detail;
    },
    { signal: life.signal },
  );
  signOutWhenHidden(life.signal);
  becomes("hidden");
  await vi.advanceTimersByTimeAsync(5_000);
  const words = [
    { place: "support", fields: { message: "My film" } },
    { place: "support-7", fields: { "message-7": "And one" } },
    { place: "creator", fields: { text: "I miss" } },
  ];
  expect(sent).toEqual([kept(words), "/sign-out scope=local"]);
  expect(all).toBe(true);
  expect(told).toContainEqual({ kept: words });
});

test("what the server cannot keep is shown, each place by itself, and nothing else is", async () => {
  document.body.innerHTML =
    '<header>Nana</header><main><form data-unsent="support"><textarea id="message">My film</textarea></form>' +
    '<form data-unsent="support-7"><textarea id="message-7">And one</textarea></form></main>';
  refused = ["support-7"];
  signOutWhenHidden(life.signal);
  becomes("hidden");
  await vi.advanceTimersByTimeAsync(5_000);
  expect(sent).toHaveLength(2);
  expect(document.querySelector("h1")?.textContent).toBe("You are signed out.");
  expect(lost()).toEqual(["And one"]);
  expect(document.body.textContent).not.toContain("Nana");
  expect(document.querySelector("a")?.getAttribute("href")).toBe("/auth?mode=signin&next=%2F");
  // Told once more by another tab: they stand there still.
  hears({ kept: [] });
  expect(lost()).toEqual(["And one"]);
});

test("words that another tab did not hand over are shown when it has signed out", async () => {
  writing("contact", "Dear people");
  signOutWhenHidden(life.signal);
  becomes("hidden");
  // Frozen meanwhile: the other tab kept its own words only.
  hears({ kept: [letter("contact", "Dear all")] });
  await vi.advanceTimersByTimeAsync(100);
  expect(document.querySelector("h1")?.textContent).toBe("You are signed out.");
  expect(lost()).toEqual(["Dear people"]);
});

test("words that were changed after they were handed over are shown", async () => {
  writing("contact", "Dear");
  signOutWhenHidden(life.signal);
  becomes("hidden");
  hears("anyone?");
  expect(told).toContainEqual([letter("contact", "Dear")]);
  const box = document.querySelector("textarea");
  if (box) box.value = "Dear people";
  hears({ kept: [letter("contact", "Dear")] });
  await vi.advanceTimersByTimeAsync(100);
  expect(document.querySelector("h1")?.textContent).toBe("You are signed out.");
  expect(lost()).toEqual(["Dear people"]);
});

test("a telephone that is back asks the other tabs before it signs out", async () => {
  signOutWhenHidden(life.signal);
  becomes("hidden");
  vi.setSystemTime(Date.now() + MINUTE);
  becomes("visible");
  expect(told.at(-1)).toBe("anyone?");
  hears([letter("contact", "Dear people")]);
  await vi.advanceTimersByTimeAsync(300);
  expect(sent).toEqual([kept([letter("contact", "Dear people")]), "/sign-out scope=local"]);
});

test("a telephone that is back stays signed in where another tab is in sight", async () => {
  signOutWhenHidden(life.signal);
  becomes("hidden");
  vi.setSystemTime(Date.now() + MINUTE);
  becomes("visible");
  hears("here");
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect(sent).toEqual([]);
});

test("more words than one request may outlive its page with go in several", async () => {
  const [long, longer] = ["a".repeat(40_000), "b".repeat(70_000)];
  writing("contact", long);
  signOutWhenHidden(life.signal);
  becomes("hidden");
  await vi.advanceTimersByTimeAsync(1_500);
  hears([letter("contact", "left out: one of a place"), letter("support", long)]);
  hears([letter("support-7", longer)]);
  await vi.advanceTimersByTimeAsync(300);
  expect(sent).toEqual([
    kept([letter("contact", long)]),
    kept([letter("support", long)]),
    `${kept([letter("support-7", longer)])} while the page lives`,
    "/sign-out scope=local",
  ]);
});

test("an administrator's page is shown on without what is the person's", async () => {
  document.body.dataset.whenSignedOut = "administrator";
  document.body.innerHTML =
    '<p class="top-hello">Hello, Nana</p><main><textarea>Dear Thandi</textarea></main>';
  signOutWhenHidden(life.signal);
  becomes("hidden");
  await vi.advanceTimersByTimeAsync(5_000);
  expect(sent).toEqual(["/sign-out scope=local"]);
  expect(lost()).toEqual(["Dear Thandi"]);
  expect(document.body.textContent).not.toContain("Nana");
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

const heading = () => document.querySelector("h1")?.textContent;

/** A page with a button that signs out, and a form that says whether it was sent. */
function signsOut() {
  const form = document.createElement("form");
  form.setAttribute("action", "/sign-out");
  let submitted = 0;
  form.submit = () => {
    submitted += 1;
  };
  document.body.append(form);
  return {
    press: () => form.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true })),
    submitted: () => submitted,
  };
}

test("the button keeps the words of every tab before it signs out, and tells the others", async () => {
  writing("support", "My film");
  const button = signsOut();
  signOutWhenHidden(life.signal);
  expect(button.press()).toBe(false);
  expect(button.press()).toBe(false);
  expect(told.at(-1)).toBe("words?");
  hears([letter("contact", "Dear people")]);
  await vi.advanceTimersByTimeAsync(300);
  const words = [letter("support", "My film"), letter("contact", "Dear people")];
  expect(sent).toEqual([kept(words)]);
  expect(button.submitted()).toBe(1);
  window.dispatchEvent(new Event("pagehide"));
  expect(told.at(-1)).toEqual({ kept: words });
});

test("the button signs out without a line as well, and then tells nobody", async () => {
  writing("support", "My film");
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  const button = signsOut();
  signOutWhenHidden(life.signal);
  button.press();
  await vi.advanceTimersByTimeAsync(300);
  expect(button.submitted()).toBe(1);
  window.dispatchEvent(new Event("pagehide"));
  expect(told.at(-1)).toBe("left");
});

test("the button waits a few seconds for a slow line, not longer", async () => {
  writing("support", "My film");
  vi.stubGlobal("fetch", () => new Promise(() => {}));
  const button = signsOut();
  signOutWhenHidden(life.signal);
  button.press();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(button.submitted()).toBe(0);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(button.submitted()).toBe(1);
});

test("a tab in sight hands its words over when another one signs out by the button", () => {
  writing("contact", "Dear people");
  signOutWhenHidden(life.signal);
  hears("words?");
  expect(told.at(-1)).toEqual([letter("contact", "Dear people")]);
});

test("tabs of another account neither ask nor answer each other", async () => {
  writing("contact", "Dear people");
  signOutWhenHidden(life.signal);
  told = [];
  hears("words?", "nana");
  hears({ kept: [] }, "nana");
  expect(told).toEqual([]);
  expect(lost()).toEqual(["Dear people"]);
  becomes("hidden");
  await vi.advanceTimersByTimeAsync(1_500);
  hears([letter("support", "Not of this account")], "nana");
  hears("here", "nana");
  await vi.advanceTimersByTimeAsync(300);
  expect(sent.filter((one) => !one.includes("balance"))).toEqual([
    kept([letter("contact", "Dear people")]),
    "/sign-out scope=local",
  ]);
});

test("where another account has signed in, nothing is shown, and nothing of it is signed out", async () => {
  document.body.innerHTML = "";
  writing("contact", "Dear people");
  signOutWhenHidden(life.signal);
  another = true;
  hears("here", "nana");
  await vi.advanceTimersByTimeAsync(100);
  expect(heading()).toBe("You are signed out.");
  expect(document.body.outerHTML).not.toMatch(/Dear people|Nana/);
  expect(lost()).toEqual([]);
  told = [];
  becomes("hidden");
  hears("anyone?");
  hears("words?");
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect(sent).toEqual(["/api/credits/balance"]);
  expect(told).toEqual([]);
  // Its own account is back in another tab, and has the words.
  another = false;
  hears("here");
  await vi.advanceTimersByTimeAsync(100);
  expect(sent.slice(1)).toEqual([
    "/api/credits/balance {} while the page lives",
    kept([letter("contact", "Dear people")]),
  ]);
});

test("a tab that was left signs out no other account than its own", async () => {
  signOutWhenHidden(life.signal);
  becomes("hidden");
  another = true;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(sent).toEqual(["/sign-out"]);
  expect(told).not.toContainEqual({ kept: [] });
});

test("words that could not be kept are shown no more once another account has signed in", async () => {
  writing("contact", "Dear people");
  signOutWhenHidden(life.signal);
  hears({ kept: [] });
  await vi.advanceTimersByTimeAsync(100);
  expect(lost()).toEqual(["Dear people"]);
  another = true;
  hears("here", "nana");
  await vi.advanceTimersByTimeAsync(100);
  expect(lost()).toEqual([]);
  expect(document.body.textContent).toContain("Another account is signed in");
});

test("a tab that comes back to words asks whether its account is signed in", async () => {
  writing("contact", "Dear people");
  signOutWhenHidden(life.signal);
  becomes("hidden");
  another = true;
  becomes("visible");
  await vi.advanceTimersByTimeAsync(100);
  expect(heading()).toBe("You are signed out.");
  expect(lost()).toEqual([]);
});
