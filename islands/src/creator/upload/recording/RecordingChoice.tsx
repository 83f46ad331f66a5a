import type { RecordingLimits, RecordingView } from "../../../generated/wire";
import { lazy, useLazy } from "../../../lib/lazy";
import type { Actions } from "../../actions";
import { NotArrived } from "../../NotArrived";

/** Most films carry no recording: it comes when its part of the page is shown. */
export const recordingPanel = lazy(() => import("./RecordingPanel"));

interface Props {
  recording: RecordingView | null;
  /** Nothing where films carry none. */
  limits: RecordingLimits | null;
  act: Actions;
}

/** A recording of their voice, if there is one: heard over the film's music. */
export function RecordingChoice({ recording, limits, act }: Props) {
  if (!limits)
    return (
      <p className="caption">
        Films here are made by another provider, so a recording of their voice cannot be heard in
        them.
      </p>
    );
  return <Loaded recording={recording} limits={limits} act={act} />;
}

function Loaded(props: Props & { limits: RecordingLimits }) {
  const { loaded, failed } = useLazy(recordingPanel);
  if (failed) return <NotArrived kept="Your photos are kept." />;
  return loaded && <loaded.RecordingPanel {...props} />;
}
