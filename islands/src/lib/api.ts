/**
 * Calls of the server by the generated contract ({@link Calls}). Every call is a JSON POST with
 * same-origin cookies; the answer is the shape, or a {@link Problem} that a person can read.
 * Nothing here throws.
 */
import type { Calls, ProblemView } from "../generated/wire";

/** Another account is signed in than the one that this page was rendered for. */
export const ANOTHER_ACCOUNT = "evernear:another-account";

/** `offline` is ours: no answer, or none that could be read. The others are the server's. */
export interface Problem {
  code: string;
  message: string;
  credits: number | null;
}

export type Answer<T> = { ok: true; value: T } | { ok: false; problem: Problem };

/** Long enough for a slow line and a thinking companion, short enough to say so. */
const PATIENCE_MS = 45_000;

export const LINE_DROPPED: Problem = {
  code: "offline",
  message: "The connection dropped. Nothing is lost; please try again.",
  credits: null,
};

const UNREADABLE: Problem = {
  code: "offline",
  message: "We could not read the answer. Please try again in a moment.",
  credits: null,
};

/** Names the account that this page was rendered for: for another one the server does nothing. */
export function accountHeader(): Record<string, string> {
  const { account } = document.body.dataset;
  return account ? { "X-Evernear-Account": account } : {};
}

export async function call<P extends keyof Calls>(
  path: P,
  request: Calls[P]["request"],
  { keepalive = false } = {},
): Promise<Answer<Calls[P]["answer"]>> {
  try {
    const response = await fetch(`/api/${path}`, {
      method: "POST",
      credentials: "same-origin",
      headers: {
        "Content-Type": "application/json",
        Accept: "application/json",
        ...accountHeader(),
      },
      body: JSON.stringify(request),
      keepalive,
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    return readAnswer<Calls[P]["answer"]>(response.ok, await response.text());
  } catch {
    return { ok: false, problem: LINE_DROPPED };
  }
}

/**
 * Turns the bytes of an answer into its shape, or into a problem. Where another account is signed
 * in, the page's own is signed out.
 */
export function readAnswer<T>(ok: boolean, text: string): Answer<T> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { ok: false, problem: UNREADABLE };
  }
  if (ok) return { ok: true, value: value as T };
  const problem = isProblem(value) ? value : UNREADABLE;
  if (problem.code !== "another_account") return { ok: false, problem };
  window.dispatchEvent(new Event(ANOTHER_ACCOUNT));
  return { ok: false, problem: { ...problem, code: "signed_out" } };
}

function isProblem(value: unknown): value is ProblemView {
  return typeof value === "object" && value !== null && "code" in value && "message" in value;
}
