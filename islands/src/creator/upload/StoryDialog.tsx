import type { Story, UnderstoodView } from "../../generated/wire";
import { settingPicture } from "../settingPicture";
import { OptionDialog } from "./OptionDialog";
import { SettingDialog } from "./SettingDialog";
import { HOURS, movedTo, SEASONS, shownHour, shownWeather, WEATHERS } from "./story";

export type StoryPart = "place" | "hour" | "weather" | "season";

export interface StoryDialogProps {
  part: StoryPart;
  understood: UnderstoodView;
  onChange: (understood: UnderstoodView) => void;
  onClose: () => void;
}

/** What one part of the story may be instead. */
export function StoryDialog({ part, understood, onChange, onClose }: StoryDialogProps) {
  const { story } = understood;
  const change = (changed: Partial<Story>) =>
    onChange({ ...understood, story: { ...story, ...changed } });
  const look = (changed: Partial<Story>) => settingPicture({ ...story, ...changed });
  switch (part) {
    case "place":
      return (
        <SettingDialog
          chosen={story.setting}
          onChoose={(setting) => onChange(movedTo(understood, setting))}
          onClose={onClose}
        />
      );
    case "hour":
      return (
        <OptionDialog
          title="What time of day is it?"
          options={HOURS}
          chosen={shownHour(understood)}
          look={(hour) => look({ hour })}
          onChoose={(hour) => change({ hour })}
          onClose={onClose}
        />
      );
    case "weather":
      return (
        <OptionDialog
          title="What is the weather like?"
          options={WEATHERS}
          chosen={shownWeather(understood)}
          look={(weather) => look({ weather })}
          onChoose={(weather) => change({ weather })}
          onClose={onClose}
        />
      );
    case "season":
      return (
        <OptionDialog
          title="What time of year is it?"
          options={SEASONS}
          chosen={story.season}
          look={(season) => look({ season })}
          onChoose={(season) => change({ season })}
          onClose={onClose}
        />
      );
    default:
      return part satisfies never;
  }
}
