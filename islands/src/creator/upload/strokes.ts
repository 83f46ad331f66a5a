/** Strokes of a touch-up: from the board on which they are painted to the photo, and back. */
import type { Crop, Stroke, TouchUp } from "../../generated/wire";

/** A place on a board, 0 to 1 of its sides. */
export interface Spot {
  x: number;
  y: number;
}

/** How wide a brush is, as a part of the board's width. */
export const BRUSHES: [name: string, width: number][] = [
  ["Fine", 0.025],
  ["Medium", 0.06],
  ["Wide", 0.12],
];

/** A whole photo, for what shows all of it. */
export const WHOLE_PHOTO: Crop = { x: 0, y: 0, width: 10_000, height: 10_000 };
/** As many as the server keeps. */
const MAX_STROKES = 120;
const MAX_POINTS = 3_000;
const MAX_LENGTH = 600_000;

/** In ten-thousandths of the photo, from a board that shows the part. */
export function onPhoto(part: Crop, { x, y }: Spot): [number, number] {
  const at = (from: number, long: number, share: number) =>
    Math.round(Math.min(Math.max(from + long * share, 0), 10_000));
  return [at(part.x, part.width, x), at(part.y, part.height, y)];
}

export function onBoard(part: Crop, [x, y]: [number, number]): Spot {
  return { x: (x - part.x) / part.width, y: (y - part.y) / part.height };
}

/** The spots of a line as a stroke, without those that a brush so wide covers anyway. */
export function strokeOf(part: Crop, keep: boolean, brush: number, spots: Spot[]): Stroke {
  const kept: Spot[] = [];
  for (const [index, spot] of spots.entries()) {
    const before = kept.at(-1);
    const last = index === spots.length - 1;
    if (!before || last || Math.hypot(spot.x - before.x, spot.y - before.y) > brush / 5) {
      kept.push(spot);
    }
  }
  const width = Math.max(Math.round(part.width * brush), 1);
  return { keep, width, points: kept.map((spot) => onPhoto(part, spot)) };
}

function lengthOf(points: [number, number][]): number {
  return points.reduce((sum, [x, y], at) => {
    const [fromX, fromY] = points[at - 1] ?? [x, y];
    return sum + Math.max(Math.abs(x - fromX), Math.abs(y - fromY));
  }, 0);
}

/** Whether the server keeps as much. */
export function isFull(touchUp: TouchUp): boolean {
  const points = touchUp.strokes.reduce((sum, stroke) => sum + stroke.points.length, 0);
  const length = touchUp.strokes.reduce((sum, stroke) => sum + lengthOf(stroke.points), 0);
  // With room for one more line.
  return (
    touchUp.strokes.length >= MAX_STROKES ||
    points >= MAX_POINTS - 200 ||
    length >= MAX_LENGTH - 50_000
  );
}

/** Draws strokes on a canvas that covers a board with this part of a photo. */
export function draw(
  canvas: HTMLCanvasElement,
  part: Crop,
  strokes: Stroke[],
  colours: { keep: string; remove: string },
): void {
  const context = canvas.getContext("2d");
  if (!context) return;
  const { width, height } = canvas;
  context.clearRect(0, 0, width, height);
  context.lineCap = "round";
  context.lineJoin = "round";
  for (const stroke of strokes) {
    context.strokeStyle = stroke.keep ? colours.keep : colours.remove;
    context.lineWidth = (stroke.width / part.width) * width;
    context.beginPath();
    for (const [index, point] of stroke.points.entries()) {
      const { x, y } = onBoard(part, point);
      if (index === 0) context.moveTo(x * width, y * height);
      context.lineTo(x * width, y * height);
    }
    context.stroke();
  }
}
