import { type ReactNode, useId, useState } from "react";
import type { UnderstoodView } from "../../generated/wire";
import { placeName, settingPicture } from "../settingPicture";
import { StoryDialog, type StoryPart } from "./StoryDialog";
import { HOURS, nameOf, SEASONS, shownHour, shownWeather, WEATHERS } from "./story";

interface Props {
  understood: UnderstoodView;
  onChange: (understood: UnderstoodView) => void;
}

/** The place that was understood, as it will be shown; each part of it can be changed. */
export function WhereAndWhen({ understood, onChange }: Props) {
  const [part, setPart] = useState<StoryPart | null>(null);
  const id = useId();
  const { story } = understood;
  const place = placeName(understood);
  return (
    <section className="where" aria-labelledby={id}>
      <div className="print where-print">
        <img src={settingPicture(story)} alt="" width={180} height={240} />
      </div>
      <div className="where-words">
        <h2 id={id}>Where and when</h2>
        <p className="caption">
          {place
            ? "As we understood you. Change what is not right."
            : "We could not tell where this is. Choose the place, or leave it to a quiet room."}
        </p>
        <div className="chips">
          <Chip name="Place" onOpen={() => setPart("place")}>
            {place ?? "Choose a place"}
          </Chip>
          <Chip name="Time of day" onOpen={() => setPart("hour")}>
            {nameOf(HOURS, shownHour(understood))}
          </Chip>
          <Chip name="Weather" onOpen={() => setPart("weather")}>
            {nameOf(WEATHERS, shownWeather(understood))}
          </Chip>
          <Chip name="Season" onOpen={() => setPart("season")}>
            {nameOf(SEASONS, story.season)}
          </Chip>
        </div>
      </div>
      {part && (
        <StoryDialog
          part={part}
          understood={understood}
          onChange={onChange}
          onClose={() => setPart(null)}
        />
      )}
    </section>
  );
}

interface ChipProps {
  /** What it says something of, for whoever cannot see where it stands. */
  name: string;
  onOpen: () => void;
  children: ReactNode;
}

function Chip({ name, onOpen, children }: ChipProps) {
  return (
    <button type="button" className="chip" aria-haspopup="dialog" onClick={onOpen}>
      <span className="sr-only">{`${name}: `}</span>
      {children}
    </button>
  );
}
