/** The part of a photo that its print shows, changed by keys. */
import type { Crop, PhotoView } from "../../generated/wire";
import { isSame, moved, room, zoomed, zoomOf } from "./crop";

/** A press moves by this part of what is shown. */
const STEP = 0.04;
const LARGE_STEP = 0.2;
const CLOSER = 1.15;

/** Where the photo goes, as dragging it does; its window goes the other way over it. */
const WAYS: Record<string, [name: string, right: number, down: number]> = {
  ArrowLeft: ["left", 1, 0],
  ArrowRight: ["right", -1, 0],
  ArrowUp: ["up", 0, 1],
  ArrowDown: ["down", 0, -1],
};

export interface Pressed {
  crop: Crop;
  /** What a screen reader says of it. */
  said: string;
}

/** What a key does, or null where it does nothing; `far` is a larger step. */
export function pressed(photo: PhotoView, crop: Crop, key: string, far: boolean): Pressed | null {
  const way = WAYS[key];
  if (way) return shifted(crop, way, far ? LARGE_STEP : STEP);
  switch (key) {
    case "+":
    case "=":
      return zoomedBy(photo, crop, CLOSER);
    case "-":
    case "_":
    case "−":
      return zoomedBy(photo, crop, 1 / CLOSER);
    case "0":
    case "Home":
      return reset(photo);
    default:
      return null;
  }
}

/** Back to what was suggested. */
export function reset(photo: PhotoView): Pressed {
  return { crop: photo.suggested, said: "As it was suggested" };
}

function shifted(crop: Crop, [name, right, down]: [string, number, number], step: number): Pressed {
  const by = (times: number) => moved(crop, right * times * crop.width, down * times * crop.height);
  const next = by(step);
  const atEnd = isSame(next, by(1_000));
  return { crop: next, said: atEnd ? `As far ${name} as it goes` : `Moved ${name}` };
}

function zoomedBy(photo: PhotoView, crop: Crop, closer: number): Pressed {
  const way = closer > 1 ? "closer" : "wider";
  const next = room(photo, crop)[way] ? zoomed(photo, crop, closer) : crop;
  const atEnd = !room(photo, next)[way];
  const end = way === "closer" ? "As close as it goes" : "As wide as it goes";
  return { crop: next, said: atEnd ? end : `Zoom ${percentOf(photo, next)}` };
}

export function percentOf(photo: PhotoView, crop: Crop): string {
  return `${Math.round(zoomOf(photo, crop) * 100)}%`;
}
