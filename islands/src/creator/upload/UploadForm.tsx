import type { CreatorProps, PhotoView } from "../../generated/wire";
import { Icon } from "../../kit/Icon";
import { Notice } from "../../kit/Notice";
import { maxPhotos } from "../../lib/rules";
import type { Actions } from "../actions";
import type { Model } from "../state";
import { CreateForm } from "./CreateForm";
import { DropArea } from "./DropArea";
import { PhotoCard } from "./PhotoCard";
import { PhotoOnItsWay } from "./PhotoOnItsWay";
import { PresenceChoice } from "./PresenceChoice";
import { proposalOf, shownAs } from "./presence";
import { pictureOf } from "./story";
import { useCutOuts } from "./useCutOuts";
import { useSafeDrop } from "./useSafeDrop";
import type { Uploads } from "./useUploads";
import { WhereAndWhen } from "./WhereAndWhen";

interface Props {
  model: Model;
  act: Actions;
  uploads: Uploads;
  page: CreatorProps;
}

const NO_PHOTOS: PhotoView[] = [];

/** Photos, who is on them, where it is, and what to make of them. */
export function UploadForm({ model, act, uploads, page }: Props) {
  useSafeDrop();
  const { photos, presentation, understood } = model.draft;
  // A model draws people anew: nothing is cut out for it.
  const composes = page.composes_photos;
  const cutOuts = useCutOuts(composes ? photos : NO_PHOTOS, act.saved);
  const states = photos.map(cutOuts.of);
  const proposal = proposalOf(states.map((state) => state.view));
  const shown = shownAs(presentation.people, proposal);
  const chosen = photos.length + model.uploads.length;
  return (
    <>
      <p className="creator-lead">{hint(page.hinted_photos)}</p>
      {model.draft.retake && (
        <Notice tone="info" icon="retry">
          You are making {model.draft.prompt ? `“${model.draft.prompt}”` : "this memory"} once more,
          free of charge. Its photos were deleted when it was finished, so please add them again.
        </Notice>
      )}
      <p className="provider">
        <Icon name="lock" />
        <span>{page.provider_notice}</span>
      </p>
      {chosen === 0 && <DropArea present={0} good={0} onFiles={uploads.add} />}
      {model.batch && <Notice tone={model.batch.tone}>{model.batch.message}</Notice>}
      {chosen > 0 && (
        <ul className="photos" aria-label="Your photos">
          {photos.map((photo, index) => (
            <PhotoCard
              key={photo.id}
              photo={photo}
              number={index + 1}
              three={chosen > 2}
              cutOut={states[index] ?? { view: null, error: null }}
              place={pictureOf(understood?.story ?? {})}
              asPrint={presentation.people === "prints" || !composes}
              onCutOut={(view) => cutOuts.replace(photo.id, view)}
              onWork={act.holdFor}
              onTryAgain={cutOuts.again}
              onCrop={(crop) => act.cropPhoto(photo.id, crop)}
              onWho={(who) => act.nameWho(photo.id, who)}
              onRemove={() => act.removePhoto(photo)}
            />
          ))}
          {model.uploads.map((upload) => (
            <PhotoOnItsWay
              key={upload.id}
              upload={upload}
              onAgain={() => uploads.again(upload.id)}
              onDrop={() => uploads.drop(upload.id)}
            />
          ))}
        </ul>
      )}
      {chosen > 0 && chosen < maxPhotos() && (
        <DropArea present={chosen} good={photos.length} onFiles={uploads.add} />
      )}
      <p className="photo-count" role="status">
        <span className="number">{`${photos.length}/${maxPhotos()} photos added`}</span>
        {photos.length === 1 && <span>Please upload at least one more photo to continue</span>}
      </p>
      {photos.length > 0 && composes && (
        <PresenceChoice
          shown={shown}
          proposal={proposal}
          onChoose={(people) => act.choosePresentation({ ...presentation, people })}
        />
      )}
      {understood && <WhereAndWhen understood={understood} onChange={act.chooseStory} />}
      <CreateForm model={model} act={act} page={page} />
    </>
  );
}

function hint(photos: number | null): string {
  if (photos === 2) return "One of you and one of your loved one. Faces in good light work best.";
  if (photos === 3) return "One of you and two of the people you want near. Good light works best.";
  return "One of you and one of your loved one; a third photo brings a friend along.";
}
