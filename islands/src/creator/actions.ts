/**
 * What a person can do, as sequences of calls and state changes. Each runs once at a time:
 * a second click while the first is on its way does nothing.
 */
import type { Dispatch } from "react";
import type {
  ChoicesRequest,
  CreationKind,
  CreationView,
  Crop,
  PhotoView,
  Presentation,
  RecordingView,
  ReviewDecision,
  UnderstoodView,
  Who,
} from "../generated/wire";
import type { call as Call, Problem } from "../lib/api";
import { promptWithLocation, textSendable } from "../lib/rules";
import type { Action, Model } from "./state";

interface Hands {
  call: typeof Call;
  dispatch: Dispatch<Action>;
  model: () => Model;
  defaultKind: CreationKind;
}

export type Actions = ReturnType<typeof makeActions>;

/** Choices are saved this long after the last of them. */
const SETTLE_MS = 400;

export function makeActions({ call, dispatch, model, defaultKind }: Hands) {
  const underWay = new Set<string>();
  async function once(name: string, work: () => Promise<void>): Promise<void> {
    if (underWay.has(name)) return;
    underWay.add(name);
    try {
      await work();
    } finally {
      underWay.delete(name);
    }
  }

  /** Signed out has its own screen; every other problem is the caller's. */
  function refused(problem: Problem, otherwise: (problem: Problem) => void): void {
    if (problem.code === "signed_out") dispatch({ type: "signed_out" });
    else otherwise(problem);
  }

  let saving: ReturnType<typeof setTimeout> | undefined;
  function rememberSoon(): void {
    clearTimeout(saving);
    saving = setTimeout(remember, SETTLE_MS);
  }
  /** Tells the server what is chosen. A failure is silent: the next save tells it all. */
  let lastSave: Promise<void> = Promise.resolve();
  function remember(): Promise<void> {
    clearTimeout(saving);
    saving = undefined;
    lastSave = call("creator/remember", choicesOf(model())).then((answer) => {
      if (!answer.ok) refused(answer.problem, () => {});
    });
    return lastSave;
  }

  let removing = 0;
  function photosChange(): boolean {
    const { uploads, begin, refreshing } = model();
    return removing > 0 || begin.busy || refreshing || uploads.some(({ error }) => error === null);
  }

  /** What the server has to be told before anything is made of it. */
  const held = new Set<Promise<void>>();

  async function settle(
    work: ReturnType<typeof call<"creation/cancel" | "creation/decide" | "creation/retry">>,
  ): Promise<CreationView | null> {
    dispatch({ type: "making_asked" });
    const answer = await work;
    if (answer.ok) return answer.value;
    refused(answer.problem, (problem) => dispatch({ type: "making_refused", problem }));
    return null;
  }

  async function refresh(fromStart = false, retake: string | null = null): Promise<void> {
    dispatch({ type: "refresh_asked" });
    const answer = retake
      ? await call("creator/retake", { id: retake })
      : await call(fromStart ? "creator/start_over" : "creator/state", {});
    if (answer.ok) {
      dispatch({ type: "refreshed", state: answer.value, fromStart });
      return;
    }
    refused(answer.problem, ({ message }) => dispatch({ type: "refresh_failed", message }));
  }

  return {
    refused,

    type: (text: string) => {
      const cleared = model().words_kept && text.trim() === "";
      dispatch({ type: "typed", text });
      // Given back and cleared: they are not to come again.
      if (cleared) void call("unsent/keep", { words: [{ place: "creator", fields: {} }] });
    },

    send: () =>
      once("send", async () => {
        const { chat, draft } = model();
        const text = chat.text.trim();
        if (!textSendable(text)) return;
        dispatch({ type: "sent", shown: text });
        const asked = draft.next_action === "AWAITING_LOCATION";
        const full = asked ? promptWithLocation(draft.prompt ?? "", text) : text;
        const answer = await call("creator/converse", { text: full });
        if (answer.ok) dispatch({ type: "answered", conversed: answer.value });
        else refused(answer.problem, ({ message }) => dispatch({ type: "not_answered", message }));
      }),

    /** Ends when the server has been told what is chosen now. */
    saved: (): Promise<void> => (saving === undefined ? lastSave : remember()),

    /** Whom these photos show, by their ids. */
    namePhotos: (who: Record<string, Who>) => {
      dispatch({ type: "photos_named", who });
      rememberSoon();
    },
    cropPhoto: (id: string, crop: Crop) => {
      dispatch({ type: "photo_cropped", id, crop });
      rememberSoon();
    },
    chooseKind: (kind: CreationKind) => {
      dispatch({ type: "kind_chosen", kind });
      rememberSoon();
    },
    confirmRights: (confirmed: boolean) => {
      dispatch({ type: "rights_set", confirmed });
      rememberSoon();
    },

    chooseStory: (understood: UnderstoodView) => {
      dispatch({ type: "story_chosen", understood });
      rememberSoon();
    },

    choosePresentation: (presentation: Presentation) => {
      dispatch({ type: "presentation_chosen", presentation });
      rememberSoon();
    },

    chooseReview: (review: boolean) => {
      dispatch({ type: "review_chosen", review });
      rememberSoon();
    },

    setRecording: (recording: RecordingView | null) =>
      dispatch({ type: "recording_set", recording }),

    /** Creating waits until this has ended. */
    holdFor: (work: Promise<void>): void => {
      held.add(work);
      void work.finally(() => held.delete(work));
    },

    removePhoto: async (photo: PhotoView) => {
      const at = model().draft.photos.indexOf(photo);
      dispatch({ type: "photo_removed", id: photo.id });
      removing += 1;
      const answer = await call("creator/remove_photo", { id: photo.id });
      removing -= 1;
      if (answer.ok || answer.problem.code === "not_found") return;
      refused(answer.problem, ({ message }) =>
        dispatch({ type: "photo_kept", photo, at, message }),
      );
    },

    /**
     * Learns which photos there are, and tells the server that those which are here are `shown`. Not while they
     * change here.
     */
    askForPhotos: (shown: boolean) =>
      once("photos", async () => {
        const { draft } = model();
        if (photosChange()) return;
        const ids = shown ? draft.photos.map(({ id }) => id) : [];
        const answer = await call("creator/photos", { shown: ids });
        if (!answer.ok) refused(answer.problem, () => {});
        else if (!photosChange()) {
          dispatch({ type: "photos_told", asked: draft, told: answer.value, noted: shown });
        }
      }),

    begin: (termsAccepted: boolean) =>
      once("begin", async () => {
        dispatch({ type: "begin_asked" });
        if (saving !== undefined) await remember();
        await Promise.all(held);
        const { draft } = model();
        const answer = await call("creation/begin", {
          key: draft.key,
          kind: draft.kind ?? defaultKind,
          rights_confirmed: draft.rights_confirmed,
          terms_accepted: termsAccepted,
          story: draft.understood?.story ?? null,
          presentation: draft.presentation,
          recording: draft.recording?.id ?? null,
          review: draft.review,
        });
        if (answer.ok) {
          dispatch({ type: "begun", creation: answer.value });
          return;
        }
        // Another tab was faster: show what is true now, with the reason.
        if (answer.problem.code === "conflict") await refresh();
        refused(answer.problem, (problem) => dispatch({ type: "begin_refused", problem }));
      }),

    decide: (id: string, decision: ReviewDecision) =>
      once("settle", async () => {
        const creation = await settle(call("creation/decide", { id, decision }));
        if (creation) dispatch({ type: "watched", creation });
      }),

    cancel: (id: string) =>
      once("settle", async () => {
        const creation = await settle(call("creation/cancel", { id }));
        if (creation) dispatch({ type: "watched", creation });
      }),

    retry: (id: string, answer: string | null) =>
      once("settle", async () => {
        const creation = await settle(call("creation/retry", { id, answer }));
        if (creation) dispatch({ type: "begun", creation });
      }),

    /** What was made is not what the creator opens with the next time. Nobody waits for that. */
    seen: (id: string) => void call("creation/seen", { id }),

    refresh: () => once("refresh", () => refresh()),
    startOver: () => once("refresh", () => refresh(true)),
    /** Makes a finished memory once more: a draft with its words. */
    retake: (id: string) => once("refresh", () => refresh(true, id)),
  };
}

function choicesOf({ draft }: Model): ChoicesRequest {
  return {
    kind: draft.kind,
    rights_confirmed: draft.rights_confirmed,
    who: draft.photos.map((photo) => [photo.id, photo.who]),
    story: draft.understood?.story ?? null,
    presentation: draft.presentation,
    review: draft.review,
    crops: draft.photos.flatMap((photo) => (photo.chosen ? [[photo.id, photo.chosen]] : [])),
  };
}
