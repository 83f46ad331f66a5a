/**
 * Which part of a photo its print shows: moved and zoomed, always inside the photo and
 * always of the ratio of the print's window. Numbers are ten-thousandths of the photo's
 * sides, whole, as they are stored.
 */
import type { CSSProperties } from "react";
import type { Crop, PhotoView } from "../../generated/wire";

export const WHOLE = 10_000;
/** Width of the window in a person's print by its height. */
const WINDOW = 4 / 5;
/** The same of a keepsake's print: a longer photo is not shown whole. */
const TALLEST = 3 / 5;
const WIDEST = 9 / 5;
/** The closest one can look, as a part of the widest view. */
const CLOSEST = 0.15;
/** A whole side stays whole, however its numbers were rounded. */
const ROUNDING = 1e-6;
/** The least of a side that the server keeps. */
const LEAST = 100;
/** Steps of the zoom, from the widest view to the closest. */
export const LEVELS = 100;

type Sides = Pick<PhotoView, "width" | "height" | "who" | "suggested">;

/** A place in the window, 0 to 1 of its sides. */
export interface Point {
  x: number;
  y: number;
}

export const MIDDLE: Point = { x: 0.5, y: 0.5 };

/** What is shown now. */
export function cropOf(photo: PhotoView): Crop {
  return photo.chosen ?? photo.suggested;
}

/** Width of the print's window by its height: a keepsake's print has the shape of its photo. */
export function windowOf({ width, height, who, suggested }: Sides): number {
  if (who !== "keepsake") return WINDOW;
  return held((suggested.width * width) / (suggested.height * height), TALLEST, WIDEST);
}

/** The same for styles. */
export function shapeOf(photo: PhotoView): CSSProperties {
  return { "--ratio": String(windowOf(photo)) } as CSSProperties;
}

export function isSame(a: Crop, b: Crop): boolean {
  return a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;
}

/** Moved by parts of the photo's sides. */
export function moved(crop: Crop, right: number, down: number): Crop {
  return {
    ...crop,
    x: Math.round(held(crop.x + right, 0, WHOLE - crop.width)),
    y: Math.round(held(crop.y + down, 0, WHOLE - crop.height)),
  };
}

/** Moved so that what is at `from` in the window comes to `to`. */
export function dragged(crop: Crop, from: Point, to: Point): Crop {
  return moved(crop, (from.x - to.x) * crop.width, (from.y - to.y) * crop.height);
}

/** Closer (over 1) or wider (under 1); what is at `at` in the window stays there. */
export function zoomed(photo: Sides, crop: Crop, closer: number, at: Point = MIDDLE): Crop {
  const { least, most } = widths(photo);
  const width = held(crop.width / closer, least, most);
  const height = Math.min(WHOLE, heightOf(photo, width));
  return {
    x: Math.floor(held(crop.x + at.x * (crop.width - width), 0, WHOLE - width)),
    y: Math.floor(held(crop.y + at.y * (crop.height - height), 0, WHOLE - height)),
    width: Math.floor(width + ROUNDING),
    height: Math.floor(height + ROUNDING),
  };
}

/** How close one looks: 1 is the widest view. */
export function zoomOf(photo: Sides, crop: Crop): number {
  return widths(photo).most / crop.width;
}

/** The same in levels, each as much closer as the one before it. */
export function levelOf(photo: Sides, crop: Crop): number {
  const { least, most } = widths(photo);
  if (most <= least) return 0;
  const level = (Math.log(most / crop.width) / Math.log(most / least)) * LEVELS;
  return held(Math.round(level), 0, LEVELS);
}

export function atLevel(photo: Sides, crop: Crop, level: number): Crop {
  const { least, most } = widths(photo);
  const width = most * (least / most) ** (level / LEVELS);
  return zoomed(photo, crop, crop.width / width);
}

/** Whether one can still look closer and wider. */
export function room(photo: Sides, crop: Crop): { closer: boolean; wider: boolean } {
  const { least, most } = widths(photo);
  return { closer: crop.width > least + 1, wider: crop.width < Math.floor(most) };
}

/** Of the closest view and of the widest. */
function widths(photo: Sides): { least: number; most: number } {
  const part = (photo.height * windowOf(photo)) / photo.width;
  const most = Math.min(1, part) * WHOLE;
  const flattest = LEAST * part;
  // One more, because what is kept is rounded down.
  const kept = Math.max(LEAST, flattest) + 1;
  return { least: Math.min(Math.max(most * CLOSEST, kept), most), most };
}

function heightOf(photo: Sides, width: number): number {
  return (width * photo.width) / windowOf(photo) / photo.height;
}

function held(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), Math.max(most, least));
}
