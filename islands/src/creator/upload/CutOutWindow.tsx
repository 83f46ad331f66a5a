import type { CutOutView } from "../../generated/wire";

interface Props {
  view: CutOutView;
  alt: string;
  /** Where the picture of the place is. */
  place: string;
}

/** The person as they would stand in the place. */
export function CutOutWindow({ view, alt, place }: Props) {
  return (
    <figure className="print cut-out-window">
      <div>
        <img className="cut-out-place" src={place} alt="" />
        {view.picture_url && <img className="cut-out-person" src={view.picture_url} alt={alt} />}
      </div>
    </figure>
  );
}
