import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from "react";
import type { Spot } from "./strokes";

interface Props {
  label: string;
  /** The id of what says how it is used. */
  describedBy: string;
  /** Width over height. */
  ratio: number;
  /** How wide the brush is, as a part of the board's width. */
  brush: number;
  /** A line begins, goes on, ends. */
  onDown: (spot: Spot) => void;
  onMove: (spot: Spot) => void;
  onUp: () => void;
  children: ReactNode;
}

const STEP = 0.03;
const SMALL_STEP = 0.008;

/** A picture that can be painted on: with a pointer, a finger, or the keys. */
export function Board({ label, describedBy, ratio, brush, onDown, onMove, onUp, children }: Props) {
  const [cursor, setCursor] = useState<Spot | null>(null);
  const painting = useRef<"pointer" | "keys" | null>(null);

  const spotOf = (event: PointerEvent<HTMLElement>): Spot => {
    const box = event.currentTarget.getBoundingClientRect();
    return {
      x: (event.clientX - box.left) / Math.max(box.width, 1),
      y: (event.clientY - box.top) / Math.max(box.height, 1),
    };
  };
  const down = (event: PointerEvent<HTMLElement>) => {
    if (painting.current || event.button !== 0) return;
    event.preventDefault();
    event.currentTarget.focus();
    event.currentTarget.setPointerCapture?.(event.pointerId);
    painting.current = "pointer";
    setCursor(null);
    onDown(spotOf(event));
  };
  const move = (event: PointerEvent<HTMLElement>) => {
    if (painting.current === "pointer") onMove(spotOf(event));
  };
  const end = () => {
    if (!painting.current) return;
    painting.current = null;
    onUp();
  };
  const key = (event: KeyboardEvent<HTMLElement>) => {
    const from = cursor ?? { x: 0.5, y: 0.5 };
    if (event.key === " " || event.key === "Enter") {
      event.preventDefault();
      if (painting.current === "keys") return end();
      painting.current = "keys";
      setCursor(from);
      return onDown(from);
    }
    const step = event.shiftKey ? SMALL_STEP : STEP;
    const ways: Record<string, [number, number]> = {
      ArrowLeft: [-step, 0],
      ArrowRight: [step, 0],
      ArrowUp: [0, -step * ratio],
      ArrowDown: [0, step * ratio],
    };
    const way = ways[event.key];
    if (!way) return;
    event.preventDefault();
    const within = (share: number) => Math.min(Math.max(share, 0), 1);
    const to = { x: within(from.x + way[0]), y: within(from.y + way[1]) };
    setCursor(to);
    if (painting.current === "keys") onMove(to);
  };

  return (
    <div
      className="board"
      role="application"
      aria-label={label}
      aria-describedby={describedBy}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it is used by keys
      tabIndex={0}
      style={{ aspectRatio: ratio, maxInlineSize: `calc(56dvh * ${ratio})` }}
      onPointerDown={down}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
      onBlur={end}
      onKeyDown={key}
    >
      {children}
      {cursor && (
        <span
          className="board-cursor"
          style={{
            left: `${cursor.x * 100}%`,
            top: `${cursor.y * 100}%`,
            inlineSize: `max(12px, ${brush * 100}%)`,
          }}
        />
      )}
    </div>
  );
}
