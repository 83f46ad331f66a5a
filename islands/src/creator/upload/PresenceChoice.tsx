import { useId } from "react";
import type { Presence } from "../../generated/wire";
import { listed, type Proposal } from "./presence";

interface Props {
  shown: Presence;
  proposal: Proposal;
  onChoose: (presence: Presence) => void;
}

const WAYS: [presence: Presence, name: string, note: string][] = [
  ["scene", "In the scene", "Cut out of your photos, side by side in the place"],
  ["prints", "As prints", "Your photos themselves, lying or hanging there"],
];

/** For all of them: standing in the scene, or as prints that lie there. */
export function PresenceChoice({ shown, proposal, onChoose }: Props) {
  const id = useId();
  const settled = proposal.possible && proposal.doubtful.length === 0;
  return (
    <fieldset className="choices" aria-describedby={id}>
      <legend>How are you shown?</legend>
      {WAYS.map(([presence, name, note]) => (
        <label className="choice" key={presence}>
          <input
            type="radio"
            name="presence"
            value={presence}
            checked={shown === presence}
            disabled={presence === "scene" && !proposal.possible}
            onChange={() => onChoose(presence)}
          />
          <span className="choice-body">
            <b>{name}</b>
            <span className="caption">{note}</span>
          </span>
        </label>
      ))}
      <p id={id} className={`caption choices-note${settled ? "" : " cut-out-doubt"}`} role="status">
        {noteOf(shown, proposal)}
      </p>
    </fieldset>
  );
}

function noteOf(shown: Presence, { ready, against, doubtful, grey }: Proposal): string {
  if (!ready) return "Looking at your photos...";
  if (against.length > 0)
    return `Shown as prints, because ${listed(against)} cannot stand in the scene as it is.`;
  const toned =
    shown === "scene" && grey.length > 0
      ? ` All of it will be without colour, as ${listed(grey)} ${grey.length > 1 ? "are" : "is"}.`
      : "";
  if (doubtful.length > 0) {
    const also = shown === "scene" ? "" : "You can stand in the scene too. ";
    return `${also}Please look closely at ${listed(doubtful)}.${toned}`;
  }
  return `We could cut everyone out well.${toned}`;
}
