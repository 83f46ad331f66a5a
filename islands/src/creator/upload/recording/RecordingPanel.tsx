import { useEffect, useRef, useState } from "react";
import type { RecordingLimits, RecordingView } from "../../../generated/wire";
import { Button } from "../../../kit/Button";
import { Icon } from "../../../kit/Icon";
import { Progress } from "../../../kit/Progress";
import { call } from "../../../lib/api";
import { type Sending, sendRecording } from "../../../lib/upload";
import type { Actions } from "../../actions";
import { TrimStage } from "./TrimStage";

interface Props {
  recording: RecordingView | null;
  limits: RecordingLimits;
  act: Actions;
}

/** What a browser lists where files are chosen; the server decides by content. */
const ACCEPT = "audio/*,.m4a,.mp3,.ogg,.opus,.wav";

/** Adding a recording, choosing what of it is heard, taking it back. */
export function RecordingPanel({ recording, limits, act }: Props) {
  const [share, setShare] = useState<number | null>(null);
  const [error, setError] = useState<string | null>(null);
  const sending = useRef<Sending<RecordingView> | null>(null);
  const chooser = useRef<HTMLInputElement>(null);
  useEffect(() => () => sending.current?.stop(), []);

  const add = async (file: File) => {
    setError(null);
    if (file.size > limits.bytes) {
      setError(`Only recordings under ${limits.bytes / 1024 / 1024}MB are allowed.`);
      return;
    }
    setShare(0);
    const one = sendRecording(file, setShare);
    sending.current = one;
    const answer = await one.done;
    if (sending.current !== one) return;
    sending.current = null;
    setShare(null);
    if (answer.ok) act.setRecording(answer.value);
    else act.refused(answer.problem, ({ message }) => setError(message));
  };
  const stop = () => {
    const one = sending.current;
    sending.current = null;
    setShare(null);
    one?.stop();
  };
  const remove = async (taken: RecordingView) => {
    act.setRecording(null);
    const answer = await call("creator/remove_recording", { id: taken.id });
    if (answer.ok) return;
    act.refused(answer.problem, ({ message }) => {
      act.setRecording(taken);
      setError(message);
    });
  };

  return (
    <section className="recording" aria-label="A recording of their voice">
      {recording && share === null && (
        <TrimStage
          key={recording.id}
          recording={recording}
          limits={limits}
          act={act}
          onRemove={() => act.holdFor(remove(recording))}
        />
      )}
      {share !== null && (
        <>
          <Progress label="Uploading the recording" value={share * 100} />
          <div className="row">
            <p className="caption" role="status">
              {share < 1 ? "Uploading..." : "Checking the recording..."}
            </p>
            <Button look="plain" icon="close" onClick={stop}>
              Stop
            </Button>
          </div>
        </>
      )}
      <input
        ref={chooser}
        type="file"
        hidden
        accept={ACCEPT}
        aria-label="Recording"
        onChange={(event) => {
          const file = event.target.files?.[0];
          // The same file may be chosen again after it was removed.
          event.target.value = "";
          if (file) act.holdFor(add(file));
        }}
      />
      {!recording && share === null && (
        <div>
          <Button size="small" icon="plus" onClick={() => chooser.current?.click()}>
            Add a recording
          </Button>
        </div>
      )}
      {error && (
        <p className="field-error" role="alert">
          <Icon name="alert" />
          {error}
        </p>
      )}
      <p className="caption">
        {!recording && "If you like: a saved voicemail, or their laugh. "}
        Up to ten seconds are heard over the film’s music. It is never cloned: we set how loud it
        is, fade its ends and play it in mono, and change nothing else. Only films made by our own
        camera carry it. It is deleted with your photos.
      </p>
    </section>
  );
}
