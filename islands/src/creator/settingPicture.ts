/** Where the small picture of a setting is, with what is seen from it and as it would be then. */
import type { Story } from "../generated/wire";

/** What is shown where nothing was understood. */
const STAND_IN = "indoors-any";

export function settingPicture(story: Partial<Story>): string {
  const asked = new URLSearchParams();
  for (const name of ["view", "hour", "weather", "season"] as const) {
    const value = story[name];
    if (value) asked.set(name, value);
  }
  return `/media/settings/${story.setting ?? STAND_IN}?${asked}`;
}
