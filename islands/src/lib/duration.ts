/** Seconds as a person says them. */

/** `Usually 20 to 35 seconds.` Rounded outwards, so that the promise is never too small. */
export function usualRange([low, high]: [number, number]): string {
  if (high <= 90) {
    const from = Math.max(5, Math.floor(low / 5) * 5);
    const to = Math.max(5, Math.ceil(high / 5) * 5);
    return from === to ? `Usually about ${to} seconds.` : `Usually ${from} to ${to} seconds.`;
  }
  const from = Math.max(1, Math.floor(low / 60));
  const to = Math.ceil(high / 60);
  return from === to ? `Usually about ${to} minutes.` : `Usually ${from} to ${to} minutes.`;
}
