import { useId, useRef, useState } from "react";
import type { Crop, PhotoView } from "../../generated/wire";
import { Button } from "../../kit/Button";
import { Dialog } from "../../kit/Dialog";
import { CropStage } from "./CropStage";
import { atLevel, cropOf, LEVELS, levelOf, WHOLE } from "./crop";
import { percentOf, reset } from "./cropKeys";

interface Props {
  photo: PhotoView;
  /** What the photo is called: 'the photo of your father'. */
  name: string;
  onCrop: (crop: Crop) => void;
  onClose: () => void;
}

/** Which part of a photo its print shows. What is changed shows at once; closed without 'Done' it is as before. */
export function AdjustDialog({ photo, name, onCrop, onClose }: Props) {
  const [said, setSaid] = useState({ text: "", times: 0 });
  const stage = useRef<HTMLDivElement>(null);
  const id = useId();
  const crop = cropOf(photo);
  // A keepsake, or a photo that has the shape of its print.
  const isWhole = crop.width === WHOLE && crop.height === WHOLE;
  const before = useRef(crop);
  const close = () => {
    if (before.current !== crop) onCrop(before.current);
    onClose();
  };
  const say = (text: string) => setSaid(({ times }) => ({ text, times: times + 1 }));
  return (
    <Dialog
      title={`Adjust ${name}`}
      className="crop-dialog"
      onClose={close}
      focusFirst={stage}
      wide
    >
      {(shut) => (
        <>
          <CropStage
            ref={stage}
            photo={photo}
            label="Photo, to move and zoom"
            describedBy={`${id}-help ${id}-keys`}
            onCrop={onCrop}
            onSaid={say}
          />
          <div className="crop-controls">
            <p className="caption">
              <span id={`${id}-help`}>
                {isWhole ? "All of it is shown. Zoom in, then drag" : "Drag"} the photo, or touch
                what belongs in the middle.
              </span>{" "}
              <span id={`${id}-keys`} className="keys-hint">
                Arrow keys move the photo, with Shift further; + and − zoom, 0 resets it.
              </span>
            </p>
            <label className="crop-zoom">
              Zoom
              <input
                type="range"
                max={LEVELS}
                value={levelOf(photo, crop)}
                aria-valuetext={percentOf(photo, crop)}
                onChange={(event) => onCrop(atLevel(photo, crop, event.target.valueAsNumber))}
              />
            </label>
            <div className="crop-end">
              <Button
                icon="retry"
                onClick={() => {
                  const { crop, said } = reset(photo);
                  onCrop(crop);
                  say(said);
                }}
              >
                Reset
              </Button>
              <Button
                look="primary"
                icon="check"
                onClick={() => {
                  before.current = crop;
                  shut();
                }}
              >
                Done
              </Button>
            </div>
            <p className="sr-only" role="status">
              {/* Another element each time: the same words are said again. */}
              <span key={said.times}>{said.text}</span>
            </p>
          </div>
        </>
      )}
    </Dialog>
  );
}
