import type { UnderstoodView } from "../../generated/wire";
import { placeName, settingPicture } from "../settingPicture";

/** The place as it was understood, beside the words; a blank print until there is one. */
export function PlacePrint({ understood }: { understood: UnderstoodView | null }) {
  const name = understood && placeName(understood);
  const picture = name ? settingPicture(understood.story) : "";
  return (
    <figure
      className={`print place-print ${name ? "developing" : "print-blank"}`}
      aria-hidden={!name}
      key={picture}
    >
      {name ? <img src={picture} alt="" /> : <span></span>}
      <figcaption>{name ?? "The place you describe appears here."}</figcaption>
    </figure>
  );
}
