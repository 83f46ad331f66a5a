import type { Crop, PhotoView } from "../../generated/wire";
import { Button } from "../../kit/Button";
import { cropOf, moved, room, zoomed } from "./crop";

interface Props {
  photo: PhotoView;
  onCrop: (crop: Crop) => void;
}

/** A press moves by this part of what is shown. */
const STEP = 0.08;
const CLOSER = 1.15;

/** The same as dragging and pinching, without either: by key, by switch, by one finger. */
export function CropControls({ photo, onCrop }: Props) {
  const crop = cropOf(photo);
  const { closer, wider } = room(photo, crop);
  const move = (right: number, down: number) =>
    onCrop(moved(crop, right * STEP * crop.width, down * STEP * crop.height));
  const buttons: [name: string, sign: string, press: () => void, off?: boolean][] = [
    ["Zoom in", "+", () => onCrop(zoomed(photo, crop, CLOSER)), !closer],
    ["Zoom out", "−", () => onCrop(zoomed(photo, crop, 1 / CLOSER)), !wider],
    ["Show more on the left", "←", () => move(-1, 0), crop.x <= 0],
    ["Show more on the right", "→", () => move(1, 0), crop.x + crop.width >= 9_999],
    ["Show more above", "↑", () => move(0, -1), crop.y <= 0],
    ["Show more below", "↓", () => move(0, 1), crop.y + crop.height >= 9_999],
  ];
  return (
    <div className="crop-controls">
      <p className="caption">Drag the photo to move it, pinch to zoom, or use the buttons.</p>
      <fieldset>
        <legend className="sr-only">Move or zoom the photo</legend>
        {buttons.map(([name, sign, press, off]) => (
          // Not disabled: what has the focus keeps it at the end of its way.
          <Button key={name} size="small" aria-label={name} aria-disabled={off} onClick={press}>
            <span aria-hidden="true">{sign}</span>
          </Button>
        ))}
      </fieldset>
    </div>
  );
}
