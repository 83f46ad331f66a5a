import { useId, useState } from "react";
import type { Crop, CutOutView, PhotoView, TouchUp, Who } from "../../generated/wire";
import { Button } from "../../kit/Button";
import { CropControls } from "./CropControls";
import { CropWindow } from "./CropWindow";
import { CutOutWindow } from "./CutOutWindow";
import { TouchUpDialog } from "./TouchUpDialog";
import type { CutOutState } from "./useCutOuts";
import { useTouchUp } from "./useTouchUp";

interface Props {
  photo: PhotoView;
  number: number;
  /** With three photos one of them can be a friend. */
  three: boolean;
  cutOut: CutOutState;
  /** Where the picture of the place is. */
  place: string;
  /** Prints were chosen: it is shown as one. */
  asPrint: boolean;
  onCutOut: (view: CutOutView) => void;
  /** Nothing is made of the photo before this has ended. */
  onWork: (work: Promise<void>) => void;
  onTryAgain: () => void;
  onCrop: (crop: Crop) => void;
  onWho: (who: Who | null) => void;
  onRemove: () => void;
}

const UNTOUCHED: TouchUp = { person: null, strokes: [] };
const NAMES: Record<Who, string> = {
  you: "You",
  loved_one: "Your loved one",
  friend: "A friend",
};

/** A photo that has arrived: the server's preview, who it shows, and the way out. */
export function PhotoCard({ photo, number, three, cutOut, place, asPrint, ...on }: Props) {
  const { onCrop, onWho, onRemove, onCutOut, onWork, onTryAgain } = on;
  const id = useId();
  const [adjusting, setAdjusting] = useState(false);
  const [touching, setTouching] = useState(false);
  const { view, error } = cutOut;
  const kept = view?.touch_up ?? UNTOUCHED;
  const work = useTouchUp({ photo: photo.id, kept, onView: onCutOut, hold: onWork });
  const standing = view?.picture_url && !adjusting && !asPrint;
  const alt = photo.who ? NAMES[photo.who] : `Photo ${number}`;
  const people = (Object.keys(NAMES) as Who[]).filter(
    (who) => who !== "friend" || three || photo.who === "friend",
  );
  return (
    <li className={`photo${adjusting ? " photo-adjusting" : ""}`}>
      {standing ? (
        <CutOutWindow view={view} alt={alt} place={place} />
      ) : (
        <CropWindow photo={photo} alt={alt} open={adjusting} onCrop={onCrop} />
      )}
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
        {!asPrint && (
          <CutOutWords
            view={view}
            error={work.error ?? error}
            onTryAgain={work.error ? work.again : onTryAgain}
          />
        )}
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
        {view && !adjusting && !asPrint && (
          <Button
            look="plain"
            size="small"
            icon="edit"
            aria-haspopup="dialog"
            aria-label={`Touch up photo ${number}`}
            onClick={() => setTouching(true)}
          >
            Touch up
          </Button>
        )}
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
      {touching && view && (
        <TouchUpDialog
          photo={photo}
          number={number}
          view={view}
          work={work}
          onClose={() => setTouching(false)}
        />
      )}
    </li>
  );
}

interface WordsProps extends CutOutState {
  onTryAgain: () => void;
}

/** What there is to say of the cut-out. */
function CutOutWords({ view, error, onTryAgain }: WordsProps) {
  if (error) {
    return (
      <p className="caption">
        {error}{" "}
        <Button look="plain" size="small" onClick={onTryAgain}>
          Look again
        </Button>
      </p>
    );
  }
  if (!view) return <p className="caption">Cutting out...</p>;
  return view.message ? <p className="caption cut-out-doubt">{view.message}</p> : null;
}
