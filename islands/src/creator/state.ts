/**
 * The creator as a state machine: everything that is shown follows from {@link Model}, and
 * it changes only here. What the server keeps (draft, creation, credits) is held as it came.
 */

import type {
  Conversed,
  CreationKind,
  CreationView,
  CreatorProps,
  CreatorState,
  Crop,
  DraftPhotos,
  DraftView,
  PhotoView,
  Presentation,
  RecordingView,
  UnderstoodView,
  Who,
} from "../generated/wire";
import type { Problem } from "../lib/api";

export type Screen = "chat" | "upload" | "making" | "signed_out";

/** A photo on its way up; it becomes a `PhotoView` of the draft when it has arrived. */
export interface Upload {
  id: string;
  name: string;
  /** For the browser's own preview, until the server's is there. */
  local_url: string;
  /** Whom it shows: its place on the table, whichever arrives first. */
  who: Who;
  /** What it was chosen together with: one bad file refuses them all. */
  batch: string;
  /** 0 to 1. */
  share: number;
  error: string | null;
}

export interface Remark {
  tone: "danger" | "info";
  message: string;
}

export interface Model {
  screen: Screen;
  /** Free to spend; nothing when unknown. */
  credits: number | null;
  /** And held for memories that are being made. */
  held: number;
  draft: DraftView;
  creation: CreationView | null;
  /** The text box; `sent` is on its way and shown as if it had arrived. */
  chat: { text: string; sent: string | null; error: string | null };
  /** The server keeps words of the box, from when the tab was left. */
  words_kept: boolean;
  uploads: Upload[];
  /** Why the last batch was turned away, or what was left out of it. */
  batch: Remark | null;
  /** Photos that others added, of which the server does not know yet that they are shown. */
  unseen: string[];
  /** Which photos that have arrived were chosen together. */
  batches: Record<string, string>;
  begin: { busy: boolean; error: string | null; short: boolean };
  making: {
    fresh: boolean;
    busy: boolean;
    offline: boolean;
    error: string | null;
    /** Another try was asked for with too few credits. */
    short: boolean;
  };
  refreshing: boolean;
  /** Age and terms still have to be confirmed; asked once, before the first creation. */
  terms_needed: boolean;
}

export type Action =
  | { type: "typed"; text: string }
  | { type: "sent"; shown: string }
  | { type: "answered"; conversed: Conversed }
  | { type: "not_answered"; message: string }
  | { type: "went_to"; screen: "chat" | "upload" }
  | { type: "batch_noted"; remark: Remark | null }
  | { type: "uploads_started"; uploads: Upload[] }
  | { type: "upload_moved"; id: string; share: number }
  | { type: "upload_failed"; id: string; problem: Problem }
  | { type: "batch_refused"; batch: string; message: string }
  | { type: "upload_retried"; id: string }
  | { type: "upload_dropped"; id: string }
  | { type: "photo_arrived"; id: string; photo: PhotoView }
  | { type: "photo_removed"; id: string }
  | { type: "photo_kept"; photo: PhotoView; at: number; message: string }
  | { type: "photos_told"; asked: DraftView; told: DraftPhotos; noted: boolean }
  | { type: "photos_named"; who: Record<string, Who> }
  | { type: "photo_cropped"; id: string; crop: Crop }
  | { type: "recording_set"; recording: RecordingView | null }
  | { type: "kind_chosen"; kind: CreationKind }
  | { type: "rights_set"; confirmed: boolean }
  | { type: "story_chosen"; understood: UnderstoodView }
  | { type: "presentation_chosen"; presentation: Presentation }
  | { type: "review_chosen"; review: boolean }
  | { type: "begin_asked" }
  | { type: "begun"; creation: CreationView }
  | { type: "begin_refused"; problem: Problem }
  | { type: "making_asked" }
  | { type: "making_refused"; problem: Problem }
  | { type: "watched"; creation: CreationView }
  | { type: "line_changed"; offline: boolean }
  | { type: "refresh_asked" }
  | { type: "refreshed"; state: CreatorState; fromStart: boolean }
  | { type: "refresh_failed"; message: string }
  | { type: "signed_out"; words_kept?: boolean };

const NO_DRAFT: DraftView = {
  key: "",
  messages: [],
  next_action: null,
  prompt: null,
  location: null,
  photos: [],
  recording: null,
  kind: null,
  rights_confirmed: false,
  retake: false,
  understood: null,
  presentation: { shape: "portrait", people: null },
  review: null,
};

const IDLE = { busy: false, offline: false, error: null, short: false };

/** Where the person was: a creation first, then photos, then the conversation. */
function screenFor(state: CreatorState): Screen {
  if (state.creation) return "making";
  return state.draft.photos.length > 0 || state.draft.retake ? "upload" : "chat";
}

export function initial({ state, terms_needed }: CreatorProps): Model {
  return {
    screen: state ? screenFor(state) : "signed_out",
    credits: state?.credits ?? null,
    held: state?.held ?? 0,
    draft: state?.draft ?? NO_DRAFT,
    creation: state?.creation ?? null,
    chat: { text: state?.unsent ?? "", sent: null, error: null },
    words_kept: Boolean(state?.unsent),
    uploads: [],
    batch: null,
    unseen: [],
    batches: {},
    begin: { busy: false, error: null, short: false },
    making: { ...IDLE, fresh: false },
    refreshing: false,
    terms_needed,
  };
}

export function reduce(model: Model, action: Action): Model {
  switch (action.type) {
    case "typed":
      return {
        ...model,
        chat: { ...model.chat, text: action.text },
        words_kept: model.words_kept && action.text.trim() !== "",
      };
    case "sent":
      return { ...model, chat: { text: "", sent: action.shown, error: null } };
    case "answered":
      return answered(model, action.conversed);
    case "not_answered":
      return takenBack(model, action.message);
    case "went_to":
      return { ...model, screen: action.screen, batch: null };
    case "batch_noted":
      return { ...model, batch: action.remark };
    case "uploads_started":
      return { ...model, uploads: [...model.uploads, ...action.uploads] };
    case "upload_moved":
      return withUpload(model, action.id, { share: action.share });
    case "upload_failed":
      return withUpload(model, action.id, { error: action.problem.message });
    case "batch_refused":
      return batchRefused(model, action.batch, action.message);
    case "upload_retried":
      return withUpload(model, action.id, { error: null, share: 0 });
    case "upload_dropped":
      return withoutUpload(model, action.id);
    case "photo_arrived":
      return arrived(model, action.id, action.photo);
    case "photo_removed":
      return withPhotos(
        { ...model, batch: null },
        model.draft.photos.filter((photo) => photo.id !== action.id),
      );
    case "photo_kept":
      return withPhotos(
        { ...model, batch: { tone: "danger", message: action.message } },
        model.draft.photos
          .filter(({ id }) => id !== action.photo.id)
          .toSpliced(action.at, 0, action.photo),
      );
    case "photos_told":
      return told(model, action.asked, action.told, action.noted);
    case "photos_named":
      return withPhotos(
        model,
        model.draft.photos.map((photo) => ({ ...photo, who: action.who[photo.id] ?? photo.who })),
      );
    case "photo_cropped":
      return withPhotos(
        model,
        model.draft.photos.map((photo) =>
          photo.id === action.id ? { ...photo, chosen: action.crop } : photo,
        ),
      );
    case "recording_set":
      return withRecording(model, action.recording);
    case "kind_chosen":
      return { ...model, draft: { ...model.draft, kind: action.kind } };
    case "rights_set":
      return { ...model, draft: { ...model.draft, rights_confirmed: action.confirmed } };
    case "story_chosen":
      return { ...model, draft: { ...model.draft, understood: action.understood } };
    case "presentation_chosen":
      return { ...model, draft: { ...model.draft, presentation: action.presentation } };
    case "review_chosen":
      return { ...model, draft: { ...model.draft, review: action.review } };
    case "begin_asked":
      return { ...model, begin: { busy: true, error: null, short: false } };
    case "begun":
      return {
        ...watched(model, action.creation),
        screen: "making",
        terms_needed: false,
        // What stood in the box belongs to what came before; the server forgot it, too.
        chat: { text: "", sent: null, error: null },
        words_kept: false,
        begin: { busy: false, error: null, short: false },
        making: { ...IDLE, fresh: true },
      };
    case "begin_refused":
      return beginRefused(model, action.problem);
    case "making_asked":
      return { ...model, making: { ...model.making, busy: true, error: null, short: false } };
    case "making_refused":
      return makingRefused(model, action.problem);
    case "watched":
      return watched(model, action.creation);
    case "line_changed":
      return { ...model, making: { ...model.making, offline: action.offline } };
    case "refresh_asked":
      return { ...model, refreshing: true };
    case "refreshed":
      return refreshed(model, action.state, action.fromStart);
    case "refresh_failed":
      return {
        ...model,
        refreshing: false,
        chat: { ...model.chat, error: action.message },
        making: { ...model.making, error: action.message },
      };
    case "signed_out":
      return {
        // On a shared phone nobody else is to read what the server keeps.
        ...(action.words_kept
          ? { ...model, chat: { text: "", sent: null, error: null } }
          : takenBack(model, null)),
        screen: "signed_out",
        begin: { ...model.begin, busy: false },
        making: { ...model.making, busy: false },
        refreshing: false,
      };
    default:
      return action satisfies never;
  }
}

/** `ERROR` is shown and the person's last message is removed; anything else is kept. */
function answered(model: Model, { response, next_action, draft }: Conversed): Model {
  if (next_action === "ERROR") return takenBack(model, response);
  return {
    ...model,
    draft: { ...draft, photos: model.draft.photos },
    chat: { text: "", sent: null, error: null },
    words_kept: false,
  };
}

/** Their words go back into the box, unless they have begun to write others. */
function takenBack(model: Model, error: string | null): Model {
  const { text, sent } = model.chat;
  return { ...model, chat: { text: text || (sent ?? ""), sent: null, error } };
}

function withUpload(model: Model, id: string, change: Partial<Upload>): Model {
  const uploads = model.uploads.map((one) => (one.id === id ? { ...one, ...change } : one));
  return { ...model, uploads };
}

function withoutUpload(model: Model, id: string): Model {
  return { ...model, uploads: model.uploads.filter((one) => one.id !== id) };
}

/** Still one of its batch: another file of it may turn out bad. */
function arrived(model: Model, id: string, photo: PhotoView): Model {
  const batch = model.uploads.find((one) => one.id === id)?.batch;
  return {
    ...withPhotos(withoutUpload(model, id), [...model.draft.photos, photo]),
    batches: batch ? { ...model.batches, [photo.id]: batch } : model.batches,
  };
}

/** None of a batch is added when one of its files cannot be used. */
function batchRefused(model: Model, batch: string, message: string): Model {
  const photos = model.draft.photos.filter(({ id }) => model.batches[id] !== batch);
  return {
    ...withPhotos(model, photos),
    uploads: model.uploads.filter((one) => one.batch !== batch),
    batch: { tone: "danger", message },
  };
}

/**
 * Another person has added a photo by link, or taken theirs back, and credits may have been bought in another
 * tab. What was changed here since the server was `asked` counts more, and so does what was chosen for a photo
 * that stays. `noted`: the server knows that what was here then is shown.
 */
function told(model: Model, asked: DraftView, answer: DraftPhotos, noted: boolean): Model {
  const { key, photos, begun, credits, held } = answer;
  const same = credits === model.credits && held === model.held;
  const now = same ? model : { ...model, credits, held };
  if (model.draft !== asked || begun || key !== asked.key) return now;
  const known = new Map(asked.photos.map((photo) => [photo.id, photo]));
  const added = photos.filter(({ id }) => !known.has(id)).map(({ id }) => id);
  const unseen = [...(noted ? [] : model.unseen), ...added];
  const changed = added.length > 0 || photos.length !== known.size;
  if (!changed) return unseen.length === model.unseen.length ? now : { ...now, unseen };
  return withPhotos(
    { ...now, unseen },
    photos.map((photo) => known.get(photo.id) ?? photo),
  );
}

function withPhotos(model: Model, photos: PhotoView[]): Model {
  return { ...model, draft: { ...model.draft, photos } };
}

/** What is confirmed names the recording: with another one it is to be confirmed again. */
function withRecording(model: Model, recording: RecordingView | null): Model {
  const { draft } = model;
  const known = !recording || recording.id === draft.recording?.id;
  const rights_confirmed = known && draft.rights_confirmed;
  return { ...model, draft: { ...draft, recording, rights_confirmed } };
}

function beginRefused(model: Model, problem: Problem): Model {
  if (problem.code !== "insufficient_credits") {
    return {
      ...model,
      begin: { busy: false, error: problem.message, short: false },
      terms_needed: model.terms_needed || problem.code === "terms_needed",
    };
  }
  return {
    ...model,
    credits: problem.credits ?? model.credits,
    begin: { busy: false, error: null, short: true },
  };
}

function makingRefused(model: Model, problem: Problem): Model {
  if (problem.code !== "insufficient_credits") {
    return { ...model, making: { ...model.making, busy: false, error: problem.message } };
  }
  const { creation, credits } = model;
  const known = problem.credits ?? credits;
  return {
    ...model,
    credits: known,
    creation: creation && { ...creation, credits: known ?? creation.credits },
    making: { ...model.making, busy: false, error: null, short: true },
  };
}

function watched(model: Model, creation: CreationView): Model {
  return {
    ...model,
    creation,
    credits: creation.credits,
    held: creation.held,
    making: { ...model.making, busy: false, error: null },
  };
}

function refreshed(model: Model, state: CreatorState, fromStart: boolean): Model {
  // Another draft: begun anew, or somebody else has signed in on this device.
  const other = fromStart || state.draft.key !== model.draft.key;
  // What the person writes now counts more than what was kept for them.
  const empty = other || model.chat.text.trim() === "";
  const givenBack = empty && state.unsent ? { text: state.unsent } : {};
  return {
    ...model,
    screen: fromStart && !state.creation && !state.draft.retake ? "chat" : screenFor(state),
    credits: state.credits,
    held: state.held,
    draft: state.draft,
    creation: state.creation,
    chat: { ...(other ? { text: "", sent: null, error: null } : model.chat), ...givenBack },
    words_kept: Boolean(state.unsent),
    uploads: other ? [] : model.uploads,
    batch: null,
    begin: { busy: false, error: null, short: false },
    making: { ...IDLE, fresh: false },
    refreshing: false,
  };
}
