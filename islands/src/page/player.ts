/** A film that is followed by a `.player` has our own controls there. */
export async function playFilms(): Promise<void> {
  for (const video of document.querySelectorAll<HTMLVideoElement>("video:has(+ .player)")) {
    (await import("../lib/player")).attachPlayer(video);
  }
}
