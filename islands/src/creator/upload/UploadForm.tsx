import { useEffect, useRef, useState } from "react";
import type { CreatorProps, PhotoView, Who } from "../../generated/wire";
import { Button } from "../../kit/Button";
import { Icon } from "../../kit/Icon";
import { Notice } from "../../kit/Notice";
import { maxPhotos } from "../../lib/rules";
import type { Actions } from "../actions";
import { settingPicture } from "../settingPicture";
import type { Model } from "../state";
import { useOthersPhotos } from "../useOthersPhotos";
import { CreateForm } from "./CreateForm";
import { EmptyPlace } from "./EmptyPlace";
import { asksWho, PhotoCard } from "./PhotoCard";
import { PhotoOnItsWay } from "./PhotoOnItsWay";
import { PresenceChoice } from "./PresenceChoice";
import { classOf, keepsakeOf, ofPeople, PEOPLE, type Place, placesOf } from "./places";
import { proposalOf, shownAs } from "./presence";
import { RecordingChoice } from "./recording/RecordingChoice";
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
  useOthersPhotos(act, true, model.unseen);
  const { photos, presentation, understood } = model.draft;
  // A model draws people anew: nothing is cut out for it.
  const composes = page.composes_photos;
  // Where a model makes picture or film, none is taken.
  const takesKeepsakes = composes && page.recording_limits !== null;
  const people = ofPeople(photos);
  const keepsake = keepsakeOf(photos, model.uploads);
  const cutOuts = useCutOuts(composes ? people : NO_PHOTOS, act.saved);
  const places = placesOf(photos, model.uploads, understood?.story.people ?? []);
  const there = places.flatMap(({ photo, ofPhoto }) =>
    photo ? [{ name: ofPhoto, view: cutOuts.of(photo).view }] : [],
  );
  const proposal = proposalOf(there);
  const shown = shownAs(presentation.people, proposal);
  const setting = settingPicture(understood?.story ?? {});
  const [you, lovedOne] = places;
  const missing = [you, lovedOne].find((place) => place && !place.photo);
  const unclear = places.find(({ photo }) => photo && asksWho(cutOuts.of(photo).view));
  const lacking =
    people.length > 1 && missing
      ? `Please add ${missing.ofPhoto.replace("your photo", "a photo of you")} first.`
      : unclear
        ? `Please show who is meant on ${unclear.ofPhoto} first.`
        : keepsake.upload?.error
          ? "Please try the keepsake again first, or remove it."
          : null;
  const swap = () => {
    const named: Record<string, Who> = {};
    if (you?.photo) named[you.photo.id] = "loved_one";
    if (lovedOne?.photo) named[lovedOne.photo.id] = "you";
    act.namePhotos(named);
  };
  const table = useRef<HTMLDivElement>(null);
  const filled = useRef<Who | null>(null);
  // The chooser that had the focus has given way to its photo, which has it then.
  useEffect(() => {
    const at = [...places, keepsake].find(({ who, photo }) => photo && who === filled.current);
    if (!at) return;
    filled.current = null;
    if (document.activeElement !== document.body) return;
    const button = table.current?.querySelector<HTMLElement>(`.${classOf(at)} button`);
    button?.focus({ preventScroll: true });
  });
  const choosers = useRef<Partial<Record<Who, HTMLInputElement | null>>>({});
  const [emptied, setEmptied] = useState<{ who: Who; open: boolean } | null>(null);
  // The button that had the focus is gone. Where another photo has come to the place, the next one has it.
  useEffect(() => {
    if (!emptied) return;
    const chooser = [emptied.who, ...PEOPLE].map((who) => choosers.current[who]).find(Boolean);
    chooser?.focus();
    if (emptied.open) chooser?.click();
  }, [emptied]);
  return (
    <div className="upload">
      <div className="upload-part" ref={table}>
        <p className="creator-lead">{hint(page.hinted_photos)}</p>
        {model.draft.retake && (
          <Notice tone="info" icon="retry">
            You are making {model.draft.prompt ? `“${model.draft.prompt}”` : "this memory"} once
            more, free of charge. Its photos were deleted when it was finished, so please add them
            again.
          </Notice>
        )}
        <p className="provider">
          <Icon name="lock" />
          <span>{page.provider_notice}</span>
        </p>
        {model.batch && <Notice tone={model.batch.tone}>{model.batch.message}</Notice>}
        <ul className="photos" aria-label="Your photos">
          {places.map(shownAt)}
        </ul>
        {you?.photo && lovedOne?.photo && (
          <div>
            <Button look="quiet" size="small" onClick={swap}>
              Swap the two
            </Button>
          </div>
        )}
        <p className="photo-count" role="status">
          <span className="number">{`${people.length}/${maxPhotos()} photos added`}</span>
          {people.length < 2 && <span>At least 2 photos required</span>}
          {people.length === 1 && <span>Please upload at least one more photo to continue</span>}
        </p>
        {(takesKeepsakes || keepsake.photo || keepsake.upload) && (
          <ul className="keepsake" aria-label="A keepsake">
            {shownAt(keepsake)}
          </ul>
        )}
        {!takesKeepsakes && keepsake.photo && (
          <p className="caption">
            Memories here are made by another provider, so no keepsake can be in them.
          </p>
        )}
        {people.length > 0 && composes && (
          <PresenceChoice
            shown={shown}
            proposal={proposal}
            onChoose={(people) => act.choosePresentation({ ...presentation, people })}
          />
        )}
        {(model.draft.kind ?? page.default_kind) === "video" && (
          <RecordingChoice
            recording={model.draft.recording}
            limits={page.recording_limits}
            act={act}
          />
        )}
      </div>
      <div className="upload-part">
        {understood && <WhereAndWhen understood={understood} onChange={act.chooseStory} />}
        <CreateForm model={model} act={act} page={page} lacking={lacking} />
      </div>
    </div>
  );

  function shownAt(place: Place) {
    const { who, photo, upload } = place;
    if (photo) {
      const remove = (open: boolean) => {
        void act.removePhoto(photo);
        setEmptied({ who, open });
      };
      return (
        <PhotoCard
          key={photo.id}
          photo={photo}
          place={place}
          cutOut={cutOuts.of(photo)}
          setting={setting}
          asPrint={!composes || place === keepsake || presentation.people === "prints"}
          onCutOut={(view) => cutOuts.replace(photo.id, view)}
          onWork={act.holdFor}
          onTryAgain={cutOuts.again}
          onCrop={(crop) => act.cropPhoto(photo.id, crop)}
          onRemove={() => remove(false)}
          onReplace={() => remove(true)}
        />
      );
    }
    if (upload) {
      return (
        <PhotoOnItsWay
          key={upload.id}
          upload={upload}
          place={place}
          onAgain={() => uploads.again(upload.id)}
          onDrop={() => {
            uploads.drop(upload.id);
            setEmptied({ who, open: false });
          }}
        />
      );
    }
    return (
      <EmptyPlace
        key={who}
        place={place}
        chooser={(input) => {
          choosers.current[who] = input;
        }}
        onFiles={(files) => {
          filled.current = who;
          uploads.add(files, who);
        }}
      />
    );
  }
}

function hint(photos: number | null): string {
  if (photos === 2) return "One of you and one of your loved one. Faces in good light work best.";
  if (photos === 3) return "One of you and two of the people you want near. Good light works best.";
  return "One of you and one of your loved one; a third photo brings a friend along.";
}
