/** Whether the person asked for nothing to move. */
export function prefersStill(): boolean {
  return window.matchMedia?.("(prefers-reduced-motion: reduce)").matches ?? false;
}
