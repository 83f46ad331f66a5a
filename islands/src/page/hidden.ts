/**
 * Signed out when the tab becomes hidden (decision 12): somebody else may hold the phone
 * next. It ends this browser's session only, and only when no tab of ours is visible.
 *
 * What does not count: a navigation (it hides the page after `pagehide`), and being away on
 * our own business: a file chooser, camera, download, share sheet or payment window, setting
 * up a second factor, waiting for a mail's code. Each such errand ends on return, or after
 * ten minutes. To add one: `data-away` on what starts it, `data-second-factor` or
 * `data-awaits-mail` on a page that waits, or an `evernear:away` event on the window.
 *
 * What is written and not sent goes to the server first, that of our other hidden tabs as well.
 */
import { keepUnsent, type UnsentWords, unsent } from "./unsent";

const GRACE_MS = 1_500;
/** A tab that left may only be on its way to its next page. */
const LEFT_MS = 10_000;
const ERRAND_MS = 10 * 60_000;
const ANSWER_MS = 250;

const ERRANDS = 'input[type="file"], a[download], [data-away], form[data-download] button';
const WAITING = "[data-second-factor], [data-awaits-mail]";

/** Words are the answer of a hidden tab; `kept` is `out` where they have reached the server. */
type Message = "anyone?" | "here" | "left" | "out" | "kept" | UnsentWords[];

/** Watches this tab, where the page says that it should be. */
export function signOutWhenHidden(signal = new AbortController().signal): void {
  if (document.body.dataset.signOutWhenHidden === undefined) return;
  // In a frame: the page around it watches, and knows what it is there for.
  if (window.parent !== window) return;
  const tabs = new BroadcastChannel("evernear-tabs");
  const say = (message: Message) => tabs.postMessage(message);
  const visible = () => document.visibilityState === "visible";
  let leaving = false;
  let errandUntil = 0;
  let due = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let answered = () => {};
  let others: UnsentWords[] = [];

  function wait(milliseconds: number) {
    clearTimeout(timer);
    due = Date.now() + milliseconds;
    timer = setTimeout(() => void ask(), milliseconds);
  }

  function stay() {
    clearTimeout(timer);
    due = 0;
  }

  /** Is anyone of us visible? Then it is that tab's turn when it becomes hidden. */
  async function ask() {
    const here = new Promise<boolean>((resolve) => {
      answered = () => resolve(true);
      setTimeout(() => resolve(false), ANSWER_MS);
    });
    others = [];
    say("anyone?");
    if ((await here) || due === 0 || leaving) return;
    await signOut();
  }

  async function signOut() {
    let kept: boolean;
    try {
      kept = await keepUnsent([...unsent(), ...others]);
      await fetch("/sign-out", {
        method: "POST",
        body: new URLSearchParams({ scope: "local" }),
        keepalive: true,
        redirect: "manual",
      });
    } catch {
      // No line: tried again on return.
      return;
    }
    due = 0;
    say(kept ? "kept" : "out");
    showSignedOut(kept);
  }

  function hidden() {
    const errand = errandUntil > Date.now() || document.querySelector(WAITING) !== null;
    wait(errand ? ERRAND_MS : GRACE_MS);
  }

  /** Back again: too late only when the time was up while the browser let nothing run. */
  function back() {
    const late = due !== 0 && Date.now() > due + ANSWER_MS;
    stay();
    errandUntil = 0;
    say("here");
    if (late) void signOut();
  }

  document.addEventListener(
    "visibilitychange",
    () => {
      if (leaving) return;
      if (visible()) back();
      else hidden();
    },
    { signal },
  );
  window.addEventListener("pagehide", () => {
    leaving = true;
    stay();
    say("left");
  });
  window.addEventListener("pageshow", () => {
    leaving = false;
    if (visible()) say("here");
  });

  const errand = () => {
    errandUntil = Date.now() + ERRAND_MS;
  };
  const here = (event: Event) => {
    const starts = event.target instanceof Element && event.target.closest(ERRANDS) !== null;
    if (starts) errand();
    else if (event.isTrusted && event.type !== "click") errandUntil = 0;
  };
  for (const kind of ["click", "pointerdown", "keydown"])
    document.addEventListener(kind, here, { capture: true, signal });
  window.addEventListener("focus", () => {
    errandUntil = 0;
  });
  window.addEventListener("evernear:away", errand);

  tabs.addEventListener("message", ({ data }: MessageEvent<Message>) => {
    if (data === "anyone?") say(visible() ? "here" : unsent());
    if (Array.isArray(data)) others.push(...data);
    if (data === "here") {
      answered();
      if (!visible()) stay();
    }
    if (data === "out" || data === "kept") {
      stay();
      showSignedOut(data === "kept");
    }
    if (data === "left" && !visible() && !leaving) wait(Math.max(LEFT_MS, due - Date.now()));
  });
  if (visible()) say("here");
}

/**
 * Nothing of the person stays on the screen; what an island holds unsent, it shows itself,
 * unless the server keeps it. A page that everyone may read stays, as visitors see it.
 */
function showSignedOut(kept: boolean) {
  const event = new CustomEvent("evernear:signed-out", { cancelable: true, detail: kept });
  if (!window.dispatchEvent(event)) return;
  if (document.body.dataset.signOutWhenHidden === "stay" && !written()) {
    location.reload();
    return;
  }
  const here = location.pathname + location.search;
  location.replace(`/auth?mode=signin&next=${encodeURIComponent(here)}`);
}

/** Whether something stands in a field that a reload might leave there. */
function written(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement>("main :is(input, textarea)");
  return [...fields].some((field) => field.value !== field.defaultValue);
}
