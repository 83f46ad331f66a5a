/** The place that was understood: its name, and where its small picture is. */
import type { Story, UnderstoodView } from "../generated/wire";

/** What is shown where nothing was understood. */
const STAND_IN = "indoors-any";

/** 'On the veranda by the sea'; nothing where no place was understood. */
export function placeName({ setting, view }: UnderstoodView): string | null {
  if (!setting) return null;
  return view?.seen ? `${setting.title} ${view.seen}` : setting.title;
}

/** With what is seen from it, and as it would be then. */
export function settingPicture(story: Partial<Story>): string {
  const asked = new URLSearchParams();
  for (const name of ["view", "hour", "weather", "season"] as const) {
    const value = story[name];
    if (value) asked.set(name, value);
  }
  return `/media/settings/${story.setting ?? STAND_IN}?${asked}`;
}
