import { type KeyboardEvent, type RefObject, useRef } from "react";
import type { Crop, PhotoView } from "../../generated/wire";
import { CroppedPhoto } from "./CropWindow";
import { shapeOf } from "./crop";
import { pressed } from "./cropKeys";
import { useCropGestures } from "./useCropGestures";

interface Props {
  ref: RefObject<HTMLDivElement | null>;
  photo: PhotoView;
  label: string;
  /** The id of what says how it is used. */
  describedBy: string;
  onCrop: (crop: Crop) => void;
  /** What a key did, in words. */
  onSaid: (said: string) => void;
}

/** The whole photo behind the window of its print, dimmed outside of it. */
export function CropStage({ ref, photo, label, describedBy, onCrop, onSaid }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const { shown, show, handlers } = useCropGestures({ photo, stage: ref, frame, onCrop });
  const key = (event: KeyboardEvent<HTMLDivElement>) => {
    // The browser's own zoom.
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const done = pressed(photo, shown.current, event.key, event.shiftKey);
    if (!done) return;
    event.preventDefault();
    show(done.crop);
    onSaid(done.said);
  };
  return (
    <div
      ref={ref}
      className="crop-stage"
      role="application"
      aria-label={label}
      aria-describedby={describedBy}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it is used by keys
      tabIndex={0}
      onKeyDown={key}
      {...handlers}
    >
      <div className="crop-frame" ref={frame} style={shapeOf(photo)}>
        <CroppedPhoto photo={photo} alt="" />
      </div>
    </div>
  );
}
