import type { CreatorProps } from "../../generated/wire";
import { lazy, useLazy } from "../../lib/lazy";
import type { Actions } from "../actions";
import { Frame } from "../Frame";
import { NotArrived } from "../NotArrived";
import type { Model } from "../state";
import type { Uploads } from "./useUploads";

/** Not needed for the conversation, and there before it has ended. */
export const uploadForm = lazy(() => import("./UploadForm"));

interface Props {
  model: Model;
  act: Actions;
  uploads: Uploads;
  page: CreatorProps;
  onBack: () => void;
}

/** The way from the words to the memory. */
export function UploadScreen({ onBack, ...rest }: Props) {
  const { loaded, failed } = useLazy(uploadForm);
  const { credits, held } = rest.model;
  return (
    <Frame title="Upload Your Photos" credits={credits} held={held} onBack={onBack}>
      {loaded && <loaded.UploadForm {...rest} />}
      {failed && <NotArrived kept="Your words are kept." />}
    </Frame>
  );
}
