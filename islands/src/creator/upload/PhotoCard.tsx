import { useId, useState } from "react";
import type { Crop, PhotoView, Who } from "../../generated/wire";
import { Button } from "../../kit/Button";
import { CropControls } from "./CropControls";
import { CropWindow } from "./CropWindow";

interface Props {
  photo: PhotoView;
  number: number;
  /** With three photos one of them can be a friend. */
  three: boolean;
  onCrop: (crop: Crop) => void;
  onWho: (who: Who | null) => void;
  onRemove: () => void;
}

const NAMES: Record<Who, string> = {
  you: "You",
  loved_one: "Your loved one",
  friend: "A friend",
};

/** A photo that has arrived: the server's preview, who it shows, and the way out. */
export function PhotoCard({ photo, number, three, onCrop, onWho, onRemove }: Props) {
  const id = useId();
  const [adjusting, setAdjusting] = useState(false);
  const people = (Object.keys(NAMES) as Who[]).filter(
    (who) => who !== "friend" || three || photo.who === "friend",
  );
  return (
    <li className={`photo${adjusting ? " photo-adjusting" : ""}`}>
      <CropWindow
        photo={photo}
        alt={photo.who ? NAMES[photo.who] : `Photo ${number}`}
        open={adjusting}
        onCrop={onCrop}
      />
      <div className="photo-words">
        <div className="field">
          <label htmlFor={id}>Who is this?</label>
          <select
            id={id}
            value={photo.who ?? ""}
            onChange={(event) => onWho((event.target.value || null) as Who | null)}
          >
            <option value="">Not said</option>
            {people.map((who) => (
              <option key={who} value={who}>
                {NAMES[who]}
              </option>
            ))}
          </select>
        </div>
        {adjusting && <CropControls photo={photo} onCrop={onCrop} />}
        <Button
          look={adjusting ? "quiet" : "plain"}
          size="small"
          icon={adjusting ? "check" : "picture"}
          aria-expanded={adjusting}
          aria-label={adjusting ? `Done with photo ${number}` : `Adjust photo ${number}`}
          onClick={() => setAdjusting(!adjusting)}
        >
          {adjusting ? "Done" : "Adjust"}
        </Button>
        <Button
          look="plain"
          size="small"
          icon="trash"
          aria-label={`Remove photo ${number}`}
          onClick={onRemove}
        >
          Remove
        </Button>
      </div>
    </li>
  );
}
