import { type DragEvent, type Ref, useState } from "react";
import { Icon } from "../../kit/Icon";
import { classOf, type Place } from "./places";

/** Nobody told of them. */
const OPTIONAL = new Set(["A friend", "A keepsake"]);
const WHAT_IT_IS = "A letter, a drawing, something they made. It is in the scene as a print.";

interface Props {
  place: Place;
  chooser: Ref<HTMLInputElement>;
  onFiles: (files: File[]) => void;
}

/** A blank print for one person, or for the keepsake: click, drag, or the phone's camera. */
export function EmptyPlace({ place, chooser, onFiles }: Props) {
  const [over, setOver] = useState(false);
  const isKeepsake = place.who === "keepsake";
  const isExtra = isKeepsake || place.who === "friend";
  const isAsked = !isKeepsake && place.who !== "you";

  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const files = [...event.dataTransfer.files];
    if (files.length > 0) onFiles(files);
  };

  return (
    <li className={`photo ${classOf(place)}`}>
      <label
        className={`drop print${over ? " drop-over" : ""}`}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <input
          ref={chooser}
          className="sr-only"
          type="file"
          multiple={!isKeepsake}
          accept="image/*,.heic,.heif"
          onChange={(event) => {
            const files = [...(event.target.files ?? [])];
            // The same file may be chosen again after it was removed.
            event.target.value = "";
            if (files.length > 0) onFiles(files);
          }}
        />
        <span className="drop-words">
          <Icon name={isExtra ? "plus" : "camera"} large />
          <b>{OPTIONAL.has(place.name) ? `${place.name}, if you like` : place.name}</b>
          <span className="caption">{isKeepsake ? WHAT_IT_IS : "Choose a photo"}</span>
          {!isExtra && <span className="caption drop-drag">or drag it here</span>}
        </span>
      </label>
      {isAsked && (
        <a
          className="button button-plain button-small"
          href={`/photo-requests?for=${place.who}`}
          aria-label={`Ask somebody for it by link: ${place.ofPhoto}`}
        >
          <Icon name="share" />
          Ask somebody for it by link
        </a>
      )}
    </li>
  );
}
