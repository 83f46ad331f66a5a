import { useState } from "react";
import { Button } from "../../kit/Button";
import { Icon } from "../../kit/Icon";
import { Progress } from "../../kit/Progress";
import type { Upload } from "../state";
import { classOf, type Place } from "./places";

interface Props {
  upload: Upload;
  place: Place;
  onAgain: () => void;
  onDrop: () => void;
}

/** A photo going up, or one that did not make it yet. */
export function PhotoOnItsWay({ upload, place, onAgain, onDrop }: Props) {
  const [showable, setShowable] = useState(upload.local_url !== "");
  // Phones give many photos the same name.
  const told = `${upload.name} as ${place.ofPhoto}`;
  return (
    <li className={`photo ${classOf(place)}`}>
      <figure className={`print${showable ? " print-faint" : " print-waiting"}`}>
        {showable ? (
          <img src={upload.local_url} alt={upload.name} onError={() => setShowable(false)} />
        ) : (
          <span></span>
        )}
      </figure>
      <div className="photo-words">
        <p>
          <b>{place.name}</b>
        </p>
        <p className="photo-name caption">{upload.name}</p>
        {upload.error ? (
          <p className="field-error" role="alert">
            <Icon name="alert" />
            {upload.error}
          </p>
        ) : (
          <>
            <Progress label={`Uploading ${told}`} value={upload.share * 100} />
            <p className="caption">{upload.share < 1 ? "Uploading..." : "Checking the photo..."}</p>
          </>
        )}
        <div className="row">
          {upload.error && (
            <Button
              size="small"
              icon="retry"
              aria-label={`Try again with ${told}`}
              onClick={onAgain}
            >
              Try again
            </Button>
          )}
          <Button look="plain" icon="trash" aria-label={`Remove ${told}`} onClick={onDrop}>
            Remove
          </Button>
        </div>
      </div>
    </li>
  );
}
