/**
 * Asks again and again how a creation stands: soon after it began, so that its plan is there
 * before anyone wonders; then every 3 s, slower while the line is down, at once when it is
 * back; seldom while a picture waits for the person. Ends by itself when the creation does.
 */
import type { CreationView } from "../generated/wire";
import type { Answer, Problem } from "./api";

export const EVERY_MS = 3_000;
const SLOWEST_MS = 30_000;
/** The first looks, until there is a plan. */
const FIRST_MS = 700;
const FIRST_LOOKS = 4;

export interface Watching {
  /** Nothing happens before the person decides. */
  seldom: boolean;
  ask: () => Promise<Answer<CreationView>>;
  onView: (view: CreationView) => void;
  /** The line is down (true) or back (false). */
  onOffline: (offline: boolean) => void;
  /** The server will not show it any more: signed out, or gone. Watching has ended. */
  onRefused: (problem: Problem) => void;
}

/** Starts watching; call the answer to stop. */
export function watch({ seldom, ask, onView, onOffline, onRefused }: Watching): () => void {
  let stopped = false;
  let asking = false;
  let misses = 0;
  let looks = 0;
  let planned = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const later = () => {
    const soon = misses === 0 && !planned && looks < FIRST_LOOKS;
    const usual = seldom ? SLOWEST_MS : Math.min(EVERY_MS * 2 ** misses, SLOWEST_MS);
    timer = setTimeout(look, soon && !seldom ? FIRST_MS : usual);
  };

  async function look() {
    if (stopped || asking) return;
    asking = true;
    looks += 1;
    clearTimeout(timer);
    const answer = await ask();
    asking = false;
    if (stopped) return;
    if (answer.ok) {
      if (misses > 0) onOffline(false);
      misses = 0;
      planned = answer.value.plan.length > 0;
      onView(answer.value);
      if (answer.value.status === "running") later();
      else stop();
    } else if (passing(answer.problem)) {
      misses += 1;
      if (answer.problem.code === "offline") onOffline(true);
      later();
    } else {
      stop();
      onRefused(answer.problem);
    }
  }

  const lookIfVisible = () => {
    if (document.visibilityState === "visible") void look();
  };

  function stop() {
    stopped = true;
    clearTimeout(timer);
    window.removeEventListener("online", look);
    document.removeEventListener("visibilitychange", lookIfVisible);
  }

  window.addEventListener("online", look);
  document.addEventListener("visibilitychange", lookIfVisible);
  later();
  return stop;
}

/** Worth asking again: everything but the two answers that stay as they are. */
function passing(problem: Problem): boolean {
  return problem.code !== "signed_out" && problem.code !== "not_found";
}
