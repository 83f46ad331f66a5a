import { type PointerEvent, useRef } from "react";
import type { Crop, PhotoView } from "../../generated/wire";
import { cropOf, moved, WHOLE, zoomed } from "./crop";

interface Props {
  photo: PhotoView;
  alt: string;
  /** It can be dragged with one finger and zoomed with two. */
  open: boolean;
  onCrop: (crop: Crop) => void;
}

interface Point {
  x: number;
  y: number;
}

/** The photo as its print will show it. */
export function CropWindow({ photo, alt, open, onCrop }: Props) {
  const crop = cropOf(photo);
  const latest = useRef(crop);
  latest.current = crop;
  const fingers = useRef(new Map<number, Point>());

  const show = (next: Crop) => {
    latest.current = next;
    onCrop(next);
  };

  const down = (event: PointerEvent<HTMLDivElement>) => {
    if (!open) return;
    event.preventDefault();
    event.currentTarget.setPointerCapture?.(event.pointerId);
    fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
  };

  const drag = (event: PointerEvent<HTMLDivElement>) => {
    const before = fingers.current.get(event.pointerId);
    if (!open || !before) return;
    const now = { x: event.clientX, y: event.clientY };
    fingers.current.set(event.pointerId, now);
    const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1];
    if (other) {
      const closer = distance(now, other) / Math.max(distance(before, other), 1);
      show(zoomed(photo, latest.current, closer));
      return;
    }
    const { width, height } = event.currentTarget.getBoundingClientRect();
    const { current } = latest;
    const right = ((before.x - now.x) / Math.max(width, 1)) * current.width;
    const lower = ((before.y - now.y) / Math.max(height, 1)) * current.height;
    show(moved(current, right, lower));
  };

  const up = (event: PointerEvent<HTMLDivElement>) => fingers.current.delete(event.pointerId);

  return (
    <figure className={`print crop${open ? " crop-open" : ""}`}>
      <div onPointerDown={down} onPointerMove={drag} onPointerUp={up} onPointerCancel={up}>
        <img
          src={photo.preview_url}
          width={photo.width}
          height={photo.height}
          alt={alt}
          draggable={false}
          style={{
            inlineSize: `${(WHOLE / crop.width) * 100}%`,
            blockSize: `${(WHOLE / crop.height) * 100}%`,
            left: `${(-crop.x / crop.width) * 100}%`,
            top: `${(-crop.y / crop.height) * 100}%`,
          }}
        />
      </div>
    </figure>
  );
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
