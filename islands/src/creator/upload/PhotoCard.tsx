import { useId } from "react";
import type { PhotoView, Who } from "../../generated/wire";
import { Button } from "../../kit/Button";

interface Props {
  photo: PhotoView;
  number: number;
  /** With three photos one of them can be a friend. */
  three: boolean;
  onWho: (who: Who | null) => void;
  onRemove: () => void;
}

const NAMES: Record<Who, string> = {
  you: "You",
  loved_one: "Your loved one",
  friend: "A friend",
};

/** A photo that has arrived: the server's preview, who it shows, and the way out. */
export function PhotoCard({ photo, number, three, onWho, onRemove }: Props) {
  const id = useId();
  const people = (Object.keys(NAMES) as Who[]).filter(
    (who) => who !== "friend" || three || photo.who === "friend",
  );
  return (
    <li className="photo">
      <figure className="print">
        <img
          src={photo.preview_url}
          width={photo.width}
          height={photo.height}
          alt={photo.who ? NAMES[photo.who] : `Photo ${number}`}
        />
      </figure>
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
        <Button look="plain" icon="trash" aria-label={`Remove photo ${number}`} onClick={onRemove}>
          Remove
        </Button>
      </div>
    </li>
  );
}
