import type { CutOutView } from "../../generated/wire";

interface Props {
  view: CutOutView;
  alt: string;
  /** Where the picture of the setting is. */
  setting: string;
}

/** The person as they would stand in the place. */
export function CutOutWindow({ view, alt, setting }: Props) {
  return (
    <figure className="print cut-out-window">
      <div>
        <img className="cut-out-place" src={setting} alt="" />
        {view.picture_url && <img className="cut-out-person" src={view.picture_url} alt={alt} />}
      </div>
    </figure>
  );
}
