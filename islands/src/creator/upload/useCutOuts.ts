import { useEffect, useRef, useState } from "react";
import type { CutOutView, PhotoView } from "../../generated/wire";
import { call } from "../../lib/api";

/** What is known of a photo's cut-out: nothing while it is made. */
export interface CutOutState {
  view: CutOutView | null;
  /** It could not be made just now. */
  error: string | null;
}

export interface CutOuts {
  of: (photo: PhotoView) => CutOutState;
  /** Another one came of a touch-up. */
  replace: (id: string, view: CutOutView) => void;
  again: () => void;
}

/** After this long without another crop, the one that was kept is cut out again. */
const SETTLE_MS = 1_200;
const UNKNOWN: CutOutState = { view: null, error: null };

/**
 * The person of each photo, cut out one after the other; again where another part is chosen, once the
 * server has been told of it (`saved`).
 */
export function useCutOuts(photos: PhotoView[], saved: () => Promise<void>): CutOuts {
  const [states, setStates] = useState<Record<string, CutOutState>>({});
  const [tries, setTries] = useState(0);
  const made = useRef(new Map<string, string>());
  const wanted = photos.map((photo) => [photo.id, JSON.stringify(photo.chosen)] as const);
  const key = JSON.stringify(wanted);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is wanted, as its key says it
  useEffect(() => {
    let gone = false;
    const changed = wanted.some(
      ([id, crop]) => made.current.get(id) !== crop && made.current.has(id),
    );
    const work = async () => {
      if (changed) await saved();
      if (gone) return;
      for (const [id, crop] of wanted) {
        if (made.current.get(id) === crop) continue;
        const answer = await call("creator/cut_out", { photo: id, touch_up: null });
        if (gone) return;
        if (answer.ok) made.current.set(id, crop);
        const state = answer.ok
          ? { view: answer.value, error: null }
          : { view: null, error: answer.problem.message };
        setStates((all) => ({ ...all, [id]: state }));
      }
    };
    const timer = setTimeout(() => void work(), changed ? SETTLE_MS : 0);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [key, tries]);
  return {
    of: (photo) => states[photo.id] ?? UNKNOWN,
    replace: (id, view) => setStates((all) => ({ ...all, [id]: { view, error: null } })),
    again: () => setTries((count) => count + 1),
  };
}
