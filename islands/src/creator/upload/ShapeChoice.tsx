import type { Shape } from "../../generated/wire";

const SHAPES: [shape: Shape, name: string, note: string][] = [
  ["portrait", "Upright", "Fills a phone"],
  ["square", "Square", "For a frame or a post"],
  ["landscape", "Wide", "Fills a television"],
];

interface Props {
  shape: Shape;
  onChoose: (shape: Shape) => void;
}

/** Chosen before, because afterwards the photos are gone. */
export function ShapeChoice({ shape, onChoose }: Props) {
  return (
    <fieldset className="choices choices-three">
      <legend>In which shape?</legend>
      {SHAPES.map(([one, name, note]) => (
        <label className="choice" key={one}>
          <input
            type="radio"
            name="shape"
            value={one}
            checked={shape === one}
            onChange={() => onChoose(one)}
          />
          <span className="choice-body">
            <span className={`shape shape-${one}`} aria-hidden="true"></span>
            <b>{name}</b>
            <span className="caption">{note}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
