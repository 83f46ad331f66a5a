/**
 * Which part of a photo its print shows: moved and zoomed, always inside the photo and
 * always as wide and tall as the print's window. Numbers are ten-thousandths of the photo's
 * sides, whole, as they are stored.
 */
import type { Crop, PhotoView } from "../../generated/wire";

export const WHOLE = 10_000;
/** Width of the print's window by its height. */
const WINDOW = 4 / 5;
/** The closest one can look, as a part of the widest view. */
const CLOSEST = 0.15;

type Sides = Pick<PhotoView, "width" | "height">;

/** What is shown now. */
export function cropOf(photo: PhotoView): Crop {
  return photo.chosen ?? photo.suggested;
}

/** Moved by parts of the photo's sides. */
export function moved(crop: Crop, right: number, down: number): Crop {
  return {
    ...crop,
    x: Math.floor(held(crop.x + right, 0, WHOLE - crop.width)),
    y: Math.floor(held(crop.y + down, 0, WHOLE - crop.height)),
  };
}

/** Closer (over 1) or wider (under 1), around the middle. */
export function zoomed(photo: Sides, crop: Crop, closer: number): Crop {
  const [x, y] = [crop.x + crop.width / 2, crop.y + crop.height / 2];
  return around(photo, x, y, crop.width / closer);
}

/** Whether one can still look closer and wider. */
export function room(photo: Sides, crop: Crop): { closer: boolean; wider: boolean } {
  const most = widest(photo);
  return { closer: crop.width > most * CLOSEST + 1, wider: crop.width < Math.floor(most) };
}

function around(photo: Sides, x: number, y: number, wanted: number): Crop {
  const most = widest(photo);
  const width = held(wanted, most * CLOSEST, most);
  const height = Math.min(WHOLE, (width * photo.width) / WINDOW / photo.height);
  return {
    x: Math.floor(held(x - width / 2, 0, WHOLE - width)),
    y: Math.floor(held(y - height / 2, 0, WHOLE - height)),
    width: Math.floor(width),
    height: Math.floor(height),
  };
}

function widest(photo: Sides): number {
  return Math.min(1, (photo.height * WINDOW) / photo.width) * WHOLE;
}

function held(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), Math.max(most, least));
}
