import { type PointerEvent, type RefObject, useEffect, useRef } from "react";
import type { Crop, PhotoView } from "../../generated/wire";
import { cropOf, dragged, isSame, MIDDLE, type Point, zoomed } from "./crop";

interface Options {
  photo: PhotoView;
  /** What pointers and the wheel are used on. */
  stage: RefObject<HTMLElement | null>;
  /** The window in it: what is inside of it is shown. */
  frame: RefObject<HTMLElement | null>;
  onCrop: (crop: Crop) => void;
}

/** What was shown when these pointers were put on the stage, and where they were. */
interface Gesture {
  crop: Crop;
  from: Point[];
  /** One pointer that has not moved much: a touch of one place. */
  touch: boolean;
}

/** In pixels; a pointer that moves less touches a place. */
const TOUCH = 6;

/** Dragging with one pointer, zooming with two or with the wheel, and a touch that brings its place to
 * the middle, for whoever cannot drag. */
export function useCropGestures({ photo, stage, frame, onCrop }: Options) {
  const pointers = useRef(new Map<number, Point>());
  const gesture = useRef<Gesture | null>(null);
  // Ahead of the photo that was drawn: several events may come before the next is.
  const shown = useRef(cropOf(photo));
  shown.current = cropOf(photo);

  const show = (crop: Crop) => {
    if (isSame(crop, shown.current)) return;
    shown.current = crop;
    onCrop(crop);
  };
  const inFrame = ({ x, y }: Point): Point => {
    const box = frame.current?.getBoundingClientRect();
    if (!box) return MIDDLE;
    return {
      x: (x - box.left) / Math.max(box.width, 1),
      y: (y - box.top) / Math.max(box.height, 1),
    };
  };
  const two = () => [...pointers.current.values()].slice(0, 2);
  // Again with every pointer that comes or goes, so that the photo does not jump.
  const begin = (touch: boolean) => {
    gesture.current = { crop: shown.current, from: two(), touch };
  };

  const down = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture?.(event.pointerId);
    pointers.current.set(event.pointerId, pointOf(event));
    begin(pointers.current.size === 1);
  };
  const move = (event: PointerEvent<HTMLElement>) => {
    if (!gesture.current || !pointers.current.has(event.pointerId)) return;
    pointers.current.set(event.pointerId, pointOf(event));
    const { crop, from } = gesture.current;
    const to = two();
    if (apart(from[0], to[0]) >= TOUCH) gesture.current.touch = false;
    const at = inFrame(middleOf(from));
    const next = from.length < 2 ? crop : zoomed(photo, crop, spread(to) / spread(from), at);
    show(dragged(next, at, inFrame(middleOf(to))));
  };
  const up = (event: PointerEvent<HTMLElement>) => {
    if (!pointers.current.delete(event.pointerId) || !gesture.current) return;
    const { crop, touch } = gesture.current;
    if (touch && event.type === "pointerup") show(dragged(crop, inFrame(pointOf(event)), MIDDLE));
    begin(false);
  };

  // Not by React, whose listener of the wheel cannot keep the page from scrolling.
  useEffect(() => {
    const wheel = (event: WheelEvent) => {
      event.preventDefault();
      const closer = 2 ** (-event.deltaY * rateOf(event));
      show(zoomed(photo, shown.current, closer, inFrame(pointOf(event))));
    };
    const { current } = stage;
    current?.addEventListener("wheel", wheel, { passive: false });
    return () => current?.removeEventListener("wheel", wheel);
  });

  return {
    /** What is shown now. */
    shown,
    show,
    handlers: {
      onPointerDown: down,
      onPointerMove: move,
      onPointerUp: up,
      onPointerCancel: up,
    },
  };
}

function pointOf({ clientX, clientY }: { clientX: number; clientY: number }): Point {
  return { x: clientX, y: clientY };
}

function apart(a: Point = { x: 0, y: 0 }, b: Point = a): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

function spread([a, b]: Point[]): number {
  return Math.max(apart(a, b), 1);
}

function middleOf(points: Point[]): Point {
  const [a = { x: 0, y: 0 }, b = a] = points;
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
}

/** Pixels, lines or pages; fingers on a trackpad, which zoom with Ctrl, move little. */
function rateOf({ deltaMode, ctrlKey }: WheelEvent): number {
  const unit = deltaMode === 1 ? 0.05 : deltaMode === 2 ? 1 : 0.002;
  return ctrlKey ? unit * 10 : unit;
}
