/** A part of the page that is loaded after the rest, once. */
import { useEffect, useState } from "react";

export interface Lazy<T> {
  /** What is there already. */
  loaded: T | null;
  load: () => Promise<T>;
}

export function lazy<T>(fetch: () => Promise<T>): Lazy<T> {
  const part: Lazy<T> = {
    loaded: null,
    load: async () => {
      part.loaded ??= await fetch();
      return part.loaded;
    },
  };
  return part;
}

/** Loads it when it is first shown; `failed` when it did not arrive. */
export function useLazy<T>(part: Lazy<T>): { loaded: T | null; failed: boolean } {
  const [state, setState] = useState({ loaded: part.loaded, failed: false });
  useEffect(() => {
    part.load().then(
      (loaded) => setState({ loaded, failed: false }),
      () => setState({ loaded: null, failed: true }),
    );
  }, [part]);
  return state;
}
