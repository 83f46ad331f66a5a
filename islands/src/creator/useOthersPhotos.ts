import { useEffect } from "react";
import type { Actions } from "./actions";

const ASK_EVERY_MS = 20_000;
const NONE: string[] = [];

/**
 * A photo that another person adds by link, or takes back, is seen without a reload, as are credits that were
 * bought in another tab. Where photos are `shown` the server is told so, at once for those that are `unseen`.
 */
export function useOthersPhotos(act: Actions, shown: boolean, unseen = NONE): void {
  useEffect(() => {
    const ask = () => {
      if (!document.hidden) void act.askForPhotos(shown);
    };
    const timer = setInterval(ask, ASK_EVERY_MS);
    document.addEventListener("visibilitychange", ask);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", ask);
    };
  }, [act, shown]);

  useEffect(() => {
    if (shown && unseen.length > 0) void act.askForPhotos(true);
  }, [act, shown, unseen]);
}
