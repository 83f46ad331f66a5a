/** The places for photos on the table: one for each person, in the order in which they are shown. */
import type { PhotoView, Relation, Who } from "../../generated/wire";
import type { Upload } from "../state";

export const PEOPLE: Who[] = ["you", "loved_one", "friend"];

/** Without the keepsake: what is counted, and who is shown. */
export function ofPeople<Of extends { who: Who | null }>(photos: Of[]): Of[] {
  return photos.filter((photo) => photo.who !== "keepsake");
}

export interface Place {
  who: Who;
  /** 'You', 'Your father'. */
  name: string;
  /** Of a sentence: 'your photo', 'the photo of your father'. */
  ofPhoto: string;
  photo: PhotoView | null;
  /** On its way to this place. */
  upload: Upload | null;
}

/** The place beside those of people. */
export function keepsakeOf(photos: PhotoView[], uploads: Upload[]): Place {
  const is = ({ who }: { who: Who | null }) => who === "keepsake";
  const photo = photos.find(is) ?? null;
  const upload = photo ? null : (uploads.find(is) ?? null);
  return { who: "keepsake", name: "A keepsake", ofPhoto: "the keepsake", photo, upload };
}

/** Who is where: as it was said, the others in the places that are left. `people` are those told of. */
export function placesOf(photos: PhotoView[], uploads: Upload[], people: Relation[]): Place[] {
  const places = PEOPLE.map((who, index): Place => {
    const name = nameOf(who, people[index - 1]);
    const ofPhoto = who === "you" ? "your photo" : `the photo of ${lowered(name)}`;
    return { who, name, ofPhoto, photo: null, upload: null };
  });
  const empty = (at: number) => {
    const place = places[at];
    return place && !place.photo && !place.upload ? place : undefined;
  };
  const left = () => places.find((_, at) => empty(at));
  const told = (photo: PhotoView) => (photo.who ? empty(PEOPLE.indexOf(photo.who)) : undefined);
  const others = ofPeople(photos).filter((photo) => {
    const place = told(photo);
    if (place) place.photo = photo;
    return !place;
  });
  for (const photo of others) {
    const place = left();
    if (place) place.photo = photo;
  }
  for (const upload of ofPeople(uploads)) {
    const place = empty(PEOPLE.indexOf(upload.who)) ?? left();
    if (place) place.upload = upload;
  }
  return places;
}

function nameOf(who: Who, relation: Relation | undefined): string {
  if (who === "you") return "You";
  if (relation) return `Your ${relation}`;
  return who === "loved_one" ? "Your loved one" : "A friend";
}

/** The class of its print. */
export function classOf({ who }: Place): string {
  return `photo-${who.replace("_", "-")}`;
}

function lowered(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}

/** The places in which files that are chosen at one of them go, that one first. */
export function freeFrom(places: Place[], chosen: Who): Who[] {
  const first = PEOPLE.indexOf(chosen);
  const inOrder = [...places.slice(first), ...places.slice(0, first)];
  return inOrder.filter((place) => !place.photo && !place.upload).map((place) => place.who);
}
