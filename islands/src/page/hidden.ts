/**
 * Signed out when the tab becomes hidden: somebody else may hold the phone next. It ends this
 * browser's session only, and only when no tab of ours is visible (`docs/decisions.md`, 'The
 * hidden tab signs out').
 *
 * What does not count: a navigation (it hides the page after `pagehide`), and being away on
 * our own business: a file chooser, camera, download, share sheet or payment window, setting
 * up a second factor, waiting for a mail's code. Each such errand ends on return, or after
 * ten minutes. To add one: `data-away` on what starts it, `data-second-factor` or
 * `data-awaits-mail` on a page that waits, or an `evernear:away` event on the window.
 *
 * What is written and not sent goes to the server first, that of our other hidden tabs as well.
 * A tab whose words did not get there shows them, because nothing else has them.
 */
import type { UnsentWords } from "../generated/wire";
import { keepUnsent, unsent, without } from "./unsent";

const GRACE_MS = 1_500;
/** A tab that left may only be on its way to its next page. */
const LEFT_MS = 10_000;
const ERRAND_MS = 10 * 60_000;
const ANSWER_MS = 250;

const ERRANDS = 'input[type="file"], a[download], [data-away], form[data-download] button';
const WAITING = "[data-second-factor], [data-awaits-mail]";

/** Words are the answer of a hidden tab; `kept` is told when signed out: what the server has. */
type Message = "anyone?" | "here" | "left" | { kept: UnsentWords[] } | UnsentWords[];

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

  /**
   * Is anyone of us visible? Then it is that tab's turn when it becomes hidden. `late`: this tab
   * is back, after its time was up.
   */
  async function ask(late = false) {
    const here = new Promise<boolean>((resolve) => {
      answered = () => resolve(true);
      setTimeout(() => resolve(false), ANSWER_MS);
    });
    others = [];
    say("anyone?");
    if ((await here) || leaving || (due === 0 && !late)) return;
    await signOut();
  }

  async function signOut() {
    let kept: UnsentWords[];
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
    say({ kept });
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
    // The other tabs first: frozen ones may hold words as well.
    if (late) void ask(true);
    else say("here");
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
    else if (Array.isArray(data)) others.push(...data);
    else if (typeof data === "object") {
      stay();
      showSignedOut(data.kept);
    }
    if (data === "here") {
      answered();
      if (!visible()) stay();
    }
    if (data === "left" && !visible() && !leaving) wait(Math.max(LEFT_MS, due - Date.now()));
  });
  if (visible()) say("here");
}

/**
 * Nothing of the person stays on the screen but words that the server does not have; an island
 * shows its own itself. A page that everyone may read stays, as visitors see it, and so do the
 * administrator's, whose answers are not the person's.
 */
function showSignedOut(kept: UnsentWords[]) {
  if (document.querySelector("[data-lost]")) return;
  const lost = without(unsent(), kept);
  const detail = lost.length === 0;
  const event = new CustomEvent("evernear:signed-out", { cancelable: true, detail });
  if (!window.dispatchEvent(event)) return;
  const mode = document.body.dataset.signOutWhenHidden;
  if (mode === "administrator") {
    for (const own of document.querySelectorAll(".top-hello, .top-credits, .side-out"))
      own.remove();
    return;
  }
  if (lost.length > 0) return showLost(lost);
  if (mode === "stay" && !written()) {
    location.reload();
    return;
  }
  location.replace(wayIn());
}

/** Signing in, and back here. */
function wayIn(): string {
  const here = location.pathname + location.search;
  return `/auth?mode=signin&next=${encodeURIComponent(here)}`;
}

/** The words alone, to be copied: this page is the only place where they are. */
function showLost(lost: UnsentWords[]) {
  const make = (tag: string, name: string, ...inside: (string | Node)[]) => {
    const element = document.createElement(tag);
    element.className = name;
    element.append(...inside);
    return element;
  };
  const boxes = lost.flatMap(({ fields }) =>
    Object.values(fields).map((text) => {
      const box = make("textarea", "", text) as HTMLTextAreaElement;
      box.readOnly = true;
      box.rows = 4;
      return make("label", "field", "Not sent yet. Copy it if you still need it:", box);
    }),
  );
  const way = make("a", "button button-primary", "Sign In") as HTMLAnchorElement;
  way.href = wayIn();
  const words = "We could not keep what you were writing, so it stands here, and only here.";
  const heading = make("h1", "", "You are signed out.");
  const card = make("section", "card gate", heading, make("p", "", words), ...boxes, way);
  card.dataset.lost = "";
  const main = make("main", "page page-center", card);
  main.id = "main";
  document.body.className = "shell shell-bare";
  document.body.replaceChildren(main);
}

/** Whether something stands in a field that a reload might leave there. */
function written(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement>("main :is(input, textarea)");
  return [...fields].some((field) => field.value !== field.defaultValue);
}
