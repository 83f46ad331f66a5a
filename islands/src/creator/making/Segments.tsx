import type { CSSProperties } from "react";
import { Progress } from "../../kit/Progress";

interface Props {
  /** The step that is shown, from 0. */
  step: number;
  of: number;
  /** 0 to 100. */
  progress: number;
}

/** Where in the progress each step begins and ends; the first three come before the picture. */
const RANGES: [from: number, to: number][] = [
  [0, 5],
  [0, 5],
  [5, 30],
  [30, 60],
  [60, 90],
  [90, 100],
];

/** How much of a step's segment is filled, 0 to 1: all of those before, and of its own what is done. */
export function filled(index: number, step: number, progress: number): number {
  if (index !== step) return index < step ? 1 : 0;
  const [from, to] = RANGES[index] ?? [0, 100];
  return Math.min(Math.max((progress - from) / (to - from), 0.08), 1);
}

/** One bar in as many parts as there are steps: each fills while its step is shown. */
export function Segments({ step, of, progress }: Props) {
  return (
    <div className="segments">
      <Progress label="Your memory" value={progress} />
      {Array.from({ length: of }, (_, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: segments are alike and never move
          key={index}
          className={index < step ? "segment segment-done" : "segment"}
          style={{ "--filled": filled(index, step, progress) } as CSSProperties}
        ></span>
      ))}
    </div>
  );
}
