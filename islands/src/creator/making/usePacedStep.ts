import { useEffect, useState } from "react";

/** Which steps a progress value allows: three before the picture, then one each. */
export function stepAllowed(progress: number): number {
  if (progress < 30) return 2;
  if (progress < 60) return 3;
  return progress < 90 ? 4 : 5;
}

const PAUSE_MS = 2_200;
const LAST_PAUSE_MS = 500;

interface Pace {
  finished: boolean;
  /** Begun on this page: from the first step, not from where the progress is. */
  fresh: boolean;
  /** Something else is shown; the steps wait. */
  held: boolean;
}

/**
 * The step to show, from 0: it follows the progress one step at a time with a pause of 0.5
 * to 3 s, so that each can be read. When the work is done the rest goes by quickly, and 6
 * says that all have been shown.
 */
export function usePacedStep(progress: number, { finished, fresh, held }: Pace): number {
  const goal = finished ? 6 : stepAllowed(progress);
  const [step, setStep] = useState(fresh ? 0 : goal);

  useEffect(() => {
    if (held || step >= goal) return;
    const timer = setTimeout(() => setStep(step + 1), finished ? LAST_PAUSE_MS : PAUSE_MS);
    return () => clearTimeout(timer);
  }, [step, goal, finished, held]);

  return step;
}
