/**
 * Signed out when the tab becomes hidden: somebody else may hold the phone next. It ends this
 * browser's session only, and only when no tab of the account is visible (`docs/decisions.md`,
 * 'The hidden tab signs out').
 *
 * What does not count: a navigation (it hides the page after `pagehide`), and being away on
 * our own business: a file chooser, camera, download, share sheet or payment window, setting
 * up a second factor, waiting for a mail's code, sending a link that is shown only once. Each such
 * errand ends on return, or after ten minutes. To add one: `data-away` on what starts it,
 * `data-second-factor`, `data-awaits-mail` or `data-shown-once` on a page that waits, or an
 * `evernear:away` event on the window.
 *
 * What is written and not sent goes to the server first, that of the account's other tabs as well,
 * also when the button signs out. A tab whose words did not get there shows them, because nothing
 * else has them. Where another account is signed in, a tab shows nothing of its own.
 */
import type { UnsentWords } from "../generated/wire";
import { ANOTHER_ACCOUNT, accountHeader, call } from "../lib/api";
import { keepUnsent, unsent, without } from "./unsent";

const GRACE_MS = 1_500;
/** A tab that left may only be on its way to its next page. */
const LEFT_MS = 10_000;
const ERRAND_MS = 10 * 60_000;
const ANSWER_MS = 250;
/** Whoever presses 'Sign Out' is not kept waiting by a slow line. */
const KEEP_MS = 3_000;

const ERRANDS = 'input[type="file"], a[download], [data-away], form[data-download] button';
const WAITING = "[data-second-factor], [data-awaits-mail], [data-shown-once]";

/**
 * Words are the answer of a tab that is hidden, or was asked for them; `kept` is told when signed
 * out: what the server has.
 */
type Message = "anyone?" | "words?" | "here" | "left" | { kept: UnsentWords[] } | UnsentWords[];

const pause = (milliseconds: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Watches this tab, where it shows a page of an account. */
export function signOutWhenHidden(signal = new AbortController().signal): void {
  const { account, signOutWhenHidden } = document.body.dataset;
  // In a frame: the page around it watches, and knows what it is there for.
  if (account === undefined || window.parent !== window) return;
  const tabs = new BroadcastChannel("evernear-accounts");
  const say = (message: Message) => tabs.postMessage({ account, message });
  // What is shown then is fetched at once: there may be no line when it is needed. Where it is
  // missing, a new page of the server shows nothing of the person either.
  const shown = import("./signedOut").catch(() => null);
  type Shown = NonNullable<Awaited<typeof shown>>;
  const show = async (how: (page: Shown) => void) => {
    const page = await shown;
    if (page) how(page);
    else location.reload();
  };
  const visible = () => document.visibilityState === "visible";
  let leaving = false;
  let errandUntil = 0;
  let due = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let answered = () => {};
  let others: UnsentWords[] = [];
  /** Words that are nowhere but in this page. */
  let lost: UnsentWords[] = [];
  const showsLost = () => document.querySelector("[data-lost]") !== null;
  /** Another account is signed in: this tab speaks no more. */
  let over = false;
  /** The button was pressed: what the server has. */
  let kept: UnsentWords[] | undefined;
  let pressed = false;

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
    let has: UnsentWords[];
    try {
      has = await keepUnsent([...unsent(), ...others]);
      if (over) return;
      const answer = await fetch("/sign-out", {
        method: "POST",
        headers: accountHeader(),
        body: new URLSearchParams({ scope: "local" }),
        keepalive: true,
        redirect: "manual",
      });
      if (answer.status === 409) return void anotherAccount();
    } catch {
      // No line: tried again on return.
      return;
    }
    due = 0;
    say({ kept: has });
    await showSignedOut(has);
  }

  /** By the button. The other tabs are told by `pagehide`: the session has ended by then. */
  async function signOutByButton(form: HTMLFormElement) {
    others = [];
    say("words?");
    await pause(ANSWER_MS);
    const keeping = keepUnsent([...unsent(), ...others]).catch(() => undefined);
    kept = await Promise.race([keeping, pause(KEEP_MS).then(() => [])]);
    if (!over) form.submit();
  }

  async function anotherAccount() {
    if (over) return;
    over = true;
    stay();
    if (!showsLost()) lost = without(unsent(), []);
    await show((page) => page.showAnotherAccount(lost));
  }

  async function showSignedOut(has: UnsentWords[]) {
    if (showsLost()) return;
    lost = without(unsent(), has);
    await show((page) => page.showSignedOut(lost));
  }

  /** Another tab shows a page of the account: it may have come back. */
  async function giveBack() {
    if (!showsLost() || !(await call("credits/balance", {})).ok) return;
    lost = without(lost, await keepUnsent(lost).catch(() => []));
    if (lost.length > 0) await show((page) => page.showLost(lost));
    else location.reload();
  }

  /** Whether the page's account is still the one that is signed in: the answer tells if not. */
  const check = () => void call("credits/balance", {});

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
    else {
      say("here");
      if (unsent().length > 0) check();
    }
  }

  document.addEventListener(
    "visibilitychange",
    () => {
      if (leaving || over || signOutWhenHidden === undefined) return;
      if (visible()) back();
      else hidden();
    },
    { signal },
  );
  window.addEventListener("pagehide", () => {
    leaving = true;
    stay();
    if (!over) say(kept ? { kept } : "left");
  });
  window.addEventListener("pageshow", () => {
    leaving = false;
    pressed = false;
    kept = undefined;
    if (visible() && !over) say("here");
  });
  document.addEventListener(
    "submit",
    (event) => {
      const form = event.target as HTMLFormElement;
      if (form.getAttribute("action") !== "/sign-out") return;
      event.preventDefault();
      if (!pressed) void signOutByButton(form);
      pressed = true;
    },
    { signal },
  );
  window.addEventListener(ANOTHER_ACCOUNT, anotherAccount, { signal });

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

  tabs.addEventListener(
    "message",
    ({ data }: MessageEvent<{ account: string; message: Message }>) => {
      const { message } = data;
      // A tab of another account: one of the two is signed in no more.
      if (data.account !== account) {
        if (!over) check();
        return;
      }
      if (message === "here") {
        answered();
        if (!visible()) stay();
        void giveBack();
      }
      if (over) return;
      if (message === "anyone?") say(visible() ? "here" : unsent());
      else if (message === "words?") say(unsent());
      else if (message === "left") {
        if (!visible() && !leaving && signOutWhenHidden !== undefined)
          wait(Math.max(LEFT_MS, due - Date.now()));
      } else if (Array.isArray(message)) others.push(...message);
      else if (typeof message === "object") {
        stay();
        void showSignedOut(message.kept);
      }
    },
  );
  if (visible()) say("here");
}
