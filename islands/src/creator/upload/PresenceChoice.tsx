import { useId } from "react";
import type { Presence } from "../../generated/wire";
import { named, type Proposal } from "./presence";

interface Props {
  shown: Presence;
  proposal: Proposal;
  onChoose: (presence: Presence) => void;
}

/** For all of them: standing in the scene, or as prints that lie there. */
export function PresenceChoice({ shown, proposal, onChoose }: Props) {
  const id = useId();
  return (
    <fieldset className="choices" aria-describedby={id}>
      <legend>How are you shown?</legend>
      <label className="choice">
        <input
          type="radio"
          name="presence"
          value="scene"
          checked={shown === "scene"}
          disabled={!proposal.possible}
          onChange={() => onChoose("scene")}
        />
        <span className="choice-body">
          <b>In the scene</b>
          <span className="caption">Cut out of your photos, side by side in the place</span>
        </span>
      </label>
      <label className="choice">
        <input
          type="radio"
          name="presence"
          value="prints"
          checked={shown === "prints"}
          onChange={() => onChoose("prints")}
        />
        <span className="choice-body">
          <b>As prints</b>
          <span className="caption">Your photos themselves, lying or hanging there</span>
        </span>
      </label>
      <p id={id} className="caption choices-note" role="status">
        {noteOf(proposal)}
      </p>
    </fieldset>
  );
}

function noteOf({ ready, against, doubtful }: Proposal): string {
  if (!ready) return "Looking at your photos...";
  if (against.length > 0) {
    return `To stand in the scene, ${named(against)} needs a touch-up.`;
  }
  if (doubtful.length > 0) {
    return `You can stand in the scene. Please look at ${named(doubtful)} first.`;
  }
  return "We could cut everyone out well.";
}
