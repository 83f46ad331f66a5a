/** Plausible wire shapes, to be changed where a test cares. */
import type {
  CreationView,
  CreatorProps,
  CreatorState,
  CutOutView,
  DraftView,
  PhotoView,
  RecordingView,
  Story,
} from "../../src/generated/wire";

export const photo = (id: string, change: Partial<PhotoView> = {}): PhotoView => ({
  id,
  preview_url: `/photos/${id}`,
  width: 600,
  height: 800,
  who: null,
  suggested: { x: 0, y: 0, width: 10_000, height: 10_000 },
  chosen: null,
  ...change,
});

export const recording = (change: Partial<RecordingView> = {}): RecordingView => ({
  id: "recording-1",
  url: "/media/recordings/recording-1",
  length: 30_000,
  trim: { start: 0, length: 10_000 },
  peaks: Array.from({ length: 240 }, (_, at) => at % 100),
  ...change,
});

export const draft = (change: Partial<DraftView> = {}): DraftView => ({
  key: "draft-1",
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
  ...change,
});

export const STORY: Story = {
  people: [],
  setting: "lake",
  view: null,
  features: [],
  name: null,
  activity: null,
  hour: null,
  weather: null,
  season: null,
  era: null,
  mood: null,
  language: null,
};

export const creation = (change: Partial<CreationView> = {}): CreationView => ({
  id: "creation-1",
  status: "running",
  kind: "video",
  mode: "couple",
  shape: "portrait",
  progress: 5,
  plan: [],
  steps: [],
  films_ahead: null,
  waiting: false,
  made_by: null,
  review: null,
  usual_seconds: null,
  elapsed_seconds: 0,
  making: {
    words: "Walking by the lake",
    photo_urls: ["/media/photos/a", "/media/photos/b"],
    story: STORY,
  },
  image_url: null,
  video_url: null,
  captions_url: null,
  download_url: null,
  reflection: null,
  failure: null,
  credits: 25,
  held: 0,
  print_size: false,
  retake_until: null,
  retake: false,
  ...change,
});

export const finished = (change: Partial<CreationView> = {}): CreationView =>
  creation({
    status: "finished",
    progress: 100,
    making: null,
    captions_url: "/media/captions.vtt",
    image_url: "/media/picture.jpg",
    video_url: "/media/film.mp4",
    download_url: "/media/film.mp4?download",
    reflection: "Some walks never end.",
    ...change,
  });

export const STEPS = ["Reading", "Looking", "Finding", "Composing", "Moving", "Finishing"].map(
  (title) => ({ emoji: "🌊", title, description: `${title} for the two of you.` }),
);

export const state = (change: Partial<CreatorState> = {}): CreatorState => ({
  credits: 50,
  held: 0,
  draft: draft(),
  unsent: null,
  creation: null,
  ...change,
});

export const props = (change: Partial<CreatorProps> = {}): CreatorProps => ({
  state: state(),
  default_kind: "video",
  hinted_photos: null,
  words_notice: "Your words stay on this server.",
  has_memories: false,
  review_by_default: false,
  composes_photos: true,
  recording_limits: { bytes: 10 * 1024 * 1024, seconds: 180, shortest: 500, longest: 10_000 },
  provider_notice: "Your photos stay on this server.",
  terms_needed: false,
  ...change,
});

/** Somebody who was cut out well, unless it is changed. */
export const cutOut = (id: string, change: Partial<CutOutView> = {}): CutOutView => ({
  certainty: "certain",
  message: null,
  picture_url: `/media/photos/${id}/cut-out.png?v=1`,
  surroundings_url: `/media/photos/${id}/surroundings.jpg?v=1`,
  part: { x: 2_000, y: 0, width: 6_000, height: 8_000 },
  faces: [{ x: 4_000, y: 2_000, width: 2_000, height: 2_000 }],
  is_grey: false,
  touch_up: { person: null, strokes: [] },
  ...change,
});
