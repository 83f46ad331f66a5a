import type { RecordingLimits, Trim } from "../../../generated/wire";

/** How far a slider moves at a time, in milliseconds. */
export const STEP_MS = 100;

/** The part that begins there; its end goes along where it would be too short or too long. */
export function beginAt(at: number, trim: Trim, length: number, limits: RecordingLimits): Trim {
  const start = within(at, 0, length - limits.shortest);
  const end = trim.start + trim.length;
  return part(start, within(end, start + limits.shortest, start + limits.longest), length);
}

/** The part that ends there; its beginning goes along where it would be too short or too long. */
export function endAt(at: number, trim: Trim, length: number, limits: RecordingLimits): Trim {
  const end = within(at, limits.shortest, length);
  return part(within(trim.start, end - limits.longest, end - limits.shortest), end, length);
}

/** In words, to a tenth. */
export const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} seconds`;

function part(start: number, end: number, length: number): Trim {
  const from = Math.max(0, Math.round(start));
  return { start: from, length: Math.min(Math.round(end), length) - from };
}

function within(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}
