import { useRef } from "react";
import type { RecordingView, Trim } from "../../../generated/wire";
import { call } from "../../../lib/api";
import type { Actions } from "../../actions";

/** The part is saved this long after it was first moved, and again where it was moved meanwhile. */
const SETTLE_MS = 400;

/** Chooses a part of a recording: it shows at once, and creating waits until the server knows it. */
export function useTrim(recording: RecordingView, act: Actions): (trim: Trim) => void {
  const latest = useRef(recording.trim);
  const kept = useRef(recording.trim);
  const saving = useRef(false);

  const save = async () => {
    saving.current = true;
    for (;;) {
      await new Promise((settled) => setTimeout(settled, SETTLE_MS));
      const trim = latest.current;
      const answer = await call("creator/trim_recording", { id: recording.id, trim });
      if (!answer.ok) {
        // The page shows what the film takes.
        act.refused(answer.problem, () => {
          latest.current = kept.current;
          act.setRecording({ ...recording, trim: kept.current });
        });
        break;
      }
      kept.current = trim;
      if (latest.current === trim) break;
    }
    saving.current = false;
  };

  return (trim) => {
    latest.current = trim;
    act.setRecording({ ...recording, trim });
    if (!saving.current) act.holdFor(save());
  };
}
