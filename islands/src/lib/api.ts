/**
 * The calls that islands make. Every call is a JSON POST with same-origin cookies; the
 * answer is the shape, or a {@link Problem} that a person can read. Nothing here throws.
 * To add a call: one line in {@link Calls}.
 */
import type {
  ContactPage,
  ContactThread,
  Conversed,
  CreationKind,
  CreationView,
  CreatorState,
  Crop,
  DraftView,
  EntryStatus,
  ProblemView,
  StatusMove,
  StatusMoved,
  UnsentWords,
  WaitlistCounted,
  WaitlistPage,
  WaitlistQuery,
  Who,
} from "../generated/wire";

interface Calls {
  "creator/state": [Record<string, never>, CreatorState];
  "creator/converse": [{ text: string }, Conversed];
  "creator/start_over": [Record<string, never>, CreatorState];
  "creator/retake": [{ id: string }, CreatorState];
  "creator/remember": [Choices, DraftView];
  "creator/remove_photo": [{ id: string }, DraftView];
  "unsent/keep": [{ words: UnsentWords[] }, string[]];
  "creation/begin": [Beginning, CreationView];
  "creation/watch": [{ id: string }, CreationView];
  "creation/cancel": [{ id: string }, CreationView];
  "creation/retry": [{ id: string; answer: string | null }, CreationView];
  "admin/waitlist/list": [{ query: WaitlistQuery }, WaitlistPage];
  "admin/waitlist/counts": [Record<string, never>, WaitlistCounted];
  "admin/waitlist/move": [{ entries: StatusMove[]; to: EntryStatus }, StatusMoved];
  "admin/messages": [{ page: number }, ContactPage];
  "admin/answer": [{ thread: string; message: string }, ContactThread];
}

/** What the person chose on the upload screen. */
export interface Choices {
  kind: CreationKind | null;
  rights_confirmed: boolean;
  who: [photo: string, who: Who | null][];
  crops: [photo: string, crop: Crop][];
}

export interface Beginning {
  key: string;
  kind: CreationKind;
  rights_confirmed: boolean;
  terms_accepted: boolean;
}

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

export async function call<P extends keyof Calls>(
  path: P,
  body: Calls[P][0],
): Promise<Answer<Calls[P][1]>> {
  try {
    const response = await fetch(`/api/${path}`, {
      method: "POST",
      credentials: "same-origin",
      headers: { "Content-Type": "application/json", Accept: "application/json" },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    return readAnswer<Calls[P][1]>(response.ok, await response.text());
  } catch {
    return { ok: false, problem: LINE_DROPPED };
  }
}

/** Turns the bytes of an answer into its shape, or into a problem. */
export function readAnswer<T>(ok: boolean, text: string): Answer<T> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { ok: false, problem: UNREADABLE };
  }
  if (ok) return { ok: true, value: value as T };
  return { ok: false, problem: isProblem(value) ? value : UNREADABLE };
}

function isProblem(value: unknown): value is ProblemView {
  return typeof value === "object" && value !== null && "code" in value && "message" in value;
}
