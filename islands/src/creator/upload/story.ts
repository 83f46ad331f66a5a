/** How places, hours, weathers and seasons are named. */
import type { Hour, Season, SettingView, UnderstoodView, Weather } from "../../generated/wire";

export const HOURS: [Hour, string][] = [
  ["dawn", "Dawn"],
  ["day", "Day"],
  ["sunset", "Dusk"],
  ["night", "Night"],
];

export const WEATHERS: [Weather, string][] = [
  ["clear", "Clear"],
  ["rain", "Rain"],
  ["snow", "Snow"],
  ["mist", "Mist"],
];

export const SEASONS: [Season | null, string][] = [
  [null, "Any season"],
  ["spring", "Spring"],
  ["summer", "Summer"],
  ["autumn", "Autumn"],
  ["winter", "Winter"],
];

/** The hour and the weather that will be shown: as told, or as they usually are there. */
export function shownHour({ story, setting }: UnderstoodView): Hour {
  return story.hour ?? setting?.hour ?? "day";
}

export function shownWeather({ story, setting }: UnderstoodView): Weather {
  return story.weather ?? setting?.weather ?? "clear";
}

export function nameOf<T>(options: [T, string][], value: T): string {
  return options.find(([one]) => one === value)?.[1] ?? "";
}

/** Another place; what was seen from the one before is not seen from it. */
export function movedTo(understood: UnderstoodView, setting: SettingView): UnderstoodView {
  const story = { ...understood.story, setting: setting.name, view: null, name: null };
  return { story, setting, view: null };
}
