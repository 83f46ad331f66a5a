import { useRef } from "react";
import type { CreationView } from "../../generated/wire";
import { pixelsOf } from "../../lib/shape";
import { settingPicture } from "../settingPicture";

interface Props {
  creation: CreationView;
  /** The step that is shown, from 0. */
  step: number;
}

/** From which step on the photos lie on the print, the place is seen, and the picture, if it is there. */
const PHOTOS_FROM = 1;
const PLACE_FROM = 2;
const PICTURE_FROM = 3;

/**
 * What a memory's print shows while it is made: the words, the photos laid on it, the place, and the
 * picture once it is there.
 */
export function LivingPrint({ creation, step }: Props) {
  const { shape, review, status } = creation;
  // A finished one tells nothing of its making; what lies there stays until the picture has come over the line.
  const latest = useRef(creation.making);
  latest.current = creation.making ?? latest.current;
  const making = latest.current;
  // One that waits for the person waits for no step.
  const shown = step >= PICTURE_FROM || review || status === "finished";
  const image_url = shown ? creation.image_url : null;
  const photos = step >= PHOTOS_FROM ? (making?.photo_urls ?? []) : [];
  const place = making && step >= PLACE_FROM ? settingPicture(making.story) : null;
  return (
    <div className="living">
      {place && <img className="living-place" src={place} alt="" />}
      {making && !place && (
        <p className={`living-words ${sizeOf(making.words)}`} dir="auto">
          {making.words}
        </p>
      )}
      <div className="living-photos">
        {photos.map((address) => (
          <img key={address} src={address} alt="" />
        ))}
      </div>
      {image_url && (
        <img
          // Another picture develops anew.
          key={image_url}
          className="living-picture"
          src={image_url}
          {...pixelsOf(shape)}
          alt={altOf(creation)}
        />
      )}
    </div>
  );
}

function altOf({ status, kind }: CreationView): string {
  if (status === "finished") return "Your finished memory";
  return kind === "video" ? "Your picture, before it moves" : "Your picture";
}

/** Long words are set smaller, so that the print holds them. */
function sizeOf({ length }: string): string {
  if (length > 160) return "living-words-long";
  return length > 60 ? "living-words-middle" : "";
}
