import { useEffect, useId, useRef, useState } from "react";
import type { CutOutView, PhotoView, Stroke } from "../../generated/wire";
import { Button } from "../../kit/Button";
import { Dialog } from "../../kit/Dialog";
import { Notice } from "../../kit/Notice";
import { Board } from "./Board";
import { BRUSHES, draw, isFull, type Spot, strokeOf } from "./strokes";
import type { TouchUpWork } from "./useTouchUp";
import { WhoIsMeant } from "./WhoIsMeant";

export interface TouchUpProps {
  photo: PhotoView;
  /** What the photo is called: 'the photo of your father'. */
  name: string;
  view: CutOutView;
  work: TouchUpWork;
  onClose: () => void;
}

/** What belongs to the person and what does not, painted by whoever knows. */
export function TouchUpDialog({ photo, name, view, work, onClose }: TouchUpProps) {
  const [asking, setAsking] = useState(view.surroundings_url === null);
  const { touchUp } = work;
  const known = view.surroundings_url !== null && view.part !== null;
  return (
    <Dialog title={`Touch up ${name}`} onClose={onClose} wide>
      {(close) => (
        <>
          {asking || !known ? (
            <WhoIsMeant
              photo={photo}
              faces={view.faces}
              onChoose={(person) => {
                work.point(person);
                setAsking(false);
              }}
            />
          ) : (
            <Painting photo={photo} view={view} work={work} />
          )}
          <p className="caption" role="status">
            {work.busy
              ? "Looking at it again..."
              : (view.message ?? wordsOf(touchUp.strokes.length))}
          </p>
          {work.error && (
            <Notice tone="danger">
              {work.error} <Button onClick={work.again}>Try again</Button>
            </Notice>
          )}
          <div className="touch-up-end">
            {known && !asking && (
              <>
                <Button onClick={work.undo} aria-disabled={touchUp.strokes.length === 0}>
                  Undo
                </Button>
                <Button onClick={work.clear} aria-disabled={touchUp.strokes.length === 0}>
                  Start again
                </Button>
                <Button look="plain" onClick={() => setAsking(true)}>
                  Someone else is meant
                </Button>
              </>
            )}
            <Button look="primary" icon="check" onClick={close}>
              Done
            </Button>
          </div>
        </>
      )}
    </Dialog>
  );
}

function wordsOf(strokes: number): string {
  return strokes > 0 ? "As you painted it." : "This looks right to us.";
}

function Painting({ photo, view, work }: Pick<TouchUpProps, "photo" | "view" | "work">) {
  const { touchUp } = work;
  const part = view.part ?? { x: 0, y: 0, width: 10_000, height: 10_000 };
  const [keep, setKeep] = useState(view.certainty === "hopeless");
  const [brush, setBrush] = useState(BRUSHES[1]?.[1] ?? 0.06);
  const [line, setLine] = useState<Spot[]>([]);
  const canvas = useRef<HTMLCanvasElement>(null);
  const id = useId();
  const full = isFull(touchUp);
  const ratio = (part.width * photo.width) / (part.height * photo.height);

  // What is painted and not cut out yet shows as paint.
  const seen = view.touch_up.strokes.length;
  const fresh: Stroke[] = touchUp.strokes.slice(Math.min(seen, touchUp.strokes.length));
  const painted = line.length > 0 ? [...fresh, strokeOf(part, keep, brush, line)] : fresh;
  useEffect(() => {
    const paint = { keep: "rgb(232 168 95 / 65%)", remove: "rgb(20 17 15 / 75%)" };
    if (canvas.current) draw(canvas.current, part, painted, paint);
  });

  return (
    <>
      <Board
        label="Photo, to paint on"
        describedBy={id}
        ratio={ratio}
        brush={brush}
        onDown={(spot) => !full && setLine([spot])}
        onMove={(spot) => setLine((spots) => (spots.length > 0 ? [...spots, spot] : spots))}
        onUp={() => {
          if (line.length > 0) work.add(strokeOf(part, keep, brush, line));
          setLine([]);
        }}
      >
        <img className="board-photo" src={view.surroundings_url ?? ""} alt="" draggable={false} />
        {view.picture_url && (
          <img className="board-person" src={view.picture_url} alt="" draggable={false} />
        )}
        <canvas ref={canvas} width={480} height={Math.round(480 / ratio)} />
      </Board>
      <p id={id} className="caption">
        What stays is bright, the rest is faint. Paint over what is wrong.{" "}
        <span className="keys-hint">
          By keys: arrows move the brush, with Shift a little; Space begins a line and ends it.
        </span>
      </p>
      <div className="touch-up-tools">
        <fieldset>
          <legend>The brush says</legend>
          {[true, false].map((value) => (
            <label key={String(value)}>
              <input
                type="radio"
                name={`${id}-keep`}
                checked={keep === value}
                onChange={() => setKeep(value)}
              />
              {value ? "This belongs to them" : "This does not"}
            </label>
          ))}
        </fieldset>
        <fieldset>
          <legend>Its width</legend>
          {BRUSHES.map(([name, width]) => (
            <label key={name}>
              <input
                type="radio"
                name={`${id}-brush`}
                checked={brush === width}
                onChange={() => setBrush(width)}
              />
              {name}
            </label>
          ))}
        </fieldset>
      </div>
      {full && (
        <Notice tone="info">That is as much as we can keep. Undo some of it to go on.</Notice>
      )}
    </>
  );
}
