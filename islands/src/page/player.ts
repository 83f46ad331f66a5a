/** A film in a figure with a `player` has our own controls there. */
export async function playFilms(): Promise<void> {
  for (const video of document.querySelectorAll<HTMLVideoElement>("figure:has(.player) video")) {
    (await import("../lib/player")).attachPlayer(video);
  }
}
