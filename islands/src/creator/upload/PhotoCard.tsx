import { useRef, useState } from "react";
import type { Crop, CutOutView, PhotoView, TouchUp } from "../../generated/wire";
import { Button } from "../../kit/Button";
import { AdjustDialog } from "./AdjustDialog";
import { CropWindow } from "./CropWindow";
import { CutOutWindow } from "./CutOutWindow";
import { classOf, type Place } from "./places";
import { TouchUpDialog } from "./TouchUpDialog";
import type { CutOutState } from "./useCutOuts";
import { useTouchUp } from "./useTouchUp";

interface Props {
  photo: PhotoView;
  /** Whose place it is on. */
  place: Place;
  cutOut: CutOutState;
  /** Where the picture of the setting is. */
  setting: string;
  /** Prints were chosen: it is shown as one. */
  asPrint: boolean;
  onCutOut: (view: CutOutView) => void;
  /** Nothing is made of the photo before this has ended. */
  onWork: (work: Promise<void>) => void;
  onTryAgain: () => void;
  onCrop: (crop: Crop) => void;
  onRemove: () => void;
  /** Removes it, and opens the chooser of its place. */
  onReplace: () => void;
}

const UNTOUCHED: TouchUp = { person: null, strokes: [] };
/** A photo that has arrived: the server's preview, whom it shows, and the way out. */
export function PhotoCard({ photo, place, cutOut, setting, asPrint, ...on }: Props) {
  const { onCrop, onRemove, onReplace, onCutOut, onWork, onTryAgain } = on;
  const [adjusting, setAdjusting] = useState(false);
  const [touching, setTouching] = useState(false);
  const { view, error } = cutOut;
  const kept = view?.touch_up ?? UNTOUCHED;
  const work = useTouchUp({ photo: photo.id, kept, onView: onCutOut, hold: onWork });
  const adjust = useRef<HTMLButtonElement>(null);
  return (
    <li className={`photo ${classOf(place)}`}>
      {view?.picture_url && !asPrint ? (
        <CutOutWindow view={view} alt={place.name} setting={setting} />
      ) : (
        <CropWindow photo={photo} alt={place.name} />
      )}
      <div className="photo-words">
        <p>
          <b>{place.name}</b>
        </p>
        {!asPrint && (
          <CutOutWords
            view={view}
            error={work.error ?? error}
            photo={place.ofPhoto}
            onTryAgain={work.error ? work.again : onTryAgain}
            onAsk={() => setTouching(true)}
            onReplace={onReplace}
          />
        )}
        <div className="photo-tools">
          <Button
            ref={adjust}
            look="plain"
            size="small"
            icon="picture"
            aria-haspopup="dialog"
            aria-label={`Adjust ${place.ofPhoto}`}
            onClick={() => setAdjusting(true)}
          >
            Adjust
          </Button>
          {view && !asPrint && (
            <Button
              look="plain"
              size="small"
              icon="edit"
              aria-haspopup="dialog"
              aria-label={`Touch up ${place.ofPhoto}`}
              onClick={() => setTouching(true)}
            >
              Touch up
            </Button>
          )}
          <Button
            look="plain"
            size="small"
            icon="trash"
            aria-label={`Remove ${place.ofPhoto}`}
            onClick={onRemove}
          >
            Remove
          </Button>
        </div>
      </div>
      {adjusting && (
        <AdjustDialog
          photo={photo}
          name={place.ofPhoto}
          onCrop={onCrop}
          onClose={() => {
            setAdjusting(false);
            // Safari does not focus a button that is clicked, so the dialog cannot give the focus back.
            adjust.current?.focus();
          }}
        />
      )}
      {touching && view && (
        <TouchUpDialog
          photo={photo}
          name={place.ofPhoto}
          view={view}
          work={work}
          onClose={() => setTouching(false)}
        />
      )}
    </li>
  );
}

/** Whether somebody has to say which of several people is meant. */
export function asksWho(view: CutOutView | null): boolean {
  if (!view || view.touch_up.person !== null || view.touch_up.strokes.length > 0) return false;
  return view.faces.length > 1 && view.surroundings_url === null;
}

interface WordsProps extends CutOutState {
  /** What the photo is called; it tells its buttons from those of the others. */
  photo: string;
  onTryAgain: () => void;
  /** Shows who is meant. */
  onAsk: () => void;
  onReplace: () => void;
}

/** What there is to say of the cut-out, and to ask: whether a photo without a face is used, and who of
 * several is meant. */
function CutOutWords({ view, error, photo, onTryAgain, onAsk, onReplace }: WordsProps) {
  const [used, setUsed] = useState(false);
  if (error) {
    return (
      <p className="caption">
        {error}{" "}
        <Button
          look="plain"
          size="small"
          aria-label={`Look again at ${photo}`}
          onClick={onTryAgain}
        >
          Look again
        </Button>
      </p>
    );
  }
  if (!view) return <p className="caption">Cutting out...</p>;
  const asked = view.touch_up.person !== null || view.touch_up.strokes.length > 0;
  if (view.faces.length === 0 && view.certainty !== "certain" && !asked) {
    return used ? (
      <p className="caption">Used as it is, as a print.</p>
    ) : (
      <div className="photo-question" role="status">
        <p>We see no face here. Use it anyway?</p>
        <div className="row">
          <Button size="small" aria-label={`Use it: ${photo}`} onClick={() => setUsed(true)}>
            Use it
          </Button>
          <Button
            look="plain"
            size="small"
            aria-haspopup="dialog"
            aria-label={`Show the face on ${photo}`}
            onClick={onAsk}
          >
            Show the face
          </Button>
          <Button
            look="plain"
            size="small"
            aria-label={`Choose another instead of ${photo}`}
            onClick={onReplace}
          >
            Choose another
          </Button>
        </div>
      </div>
    );
  }
  if (asksWho(view)) {
    return (
      <div className="photo-question" role="status">
        <p>There is more than one person here. Who is meant?</p>
        <Button
          size="small"
          aria-haspopup="dialog"
          aria-label={`Show who is meant on ${photo}`}
          onClick={onAsk}
        >
          Show who
        </Button>
      </div>
    );
  }
  return view.message ? <p className="caption cut-out-doubt">{view.message}</p> : null;
}
