import { useEffect } from "react";
import type { Actions } from "./actions";
import type { Model } from "./state";

const ASK_EVERY_MS = 20_000;

/**
 * A photo that another person adds by link, or takes back, is seen without a reload, as are credits that were
 * bought in another tab. Once such a photo is shown, the server is told so.
 */
export function useOthersPhotos({ screen, draft }: Model, act: Actions): void {
  const asks = screen === "chat" || screen === "upload";
  const shown = draft.photos.map(({ id }) => id).join();

  useEffect(() => {
    if (!asks) return;
    const ask = () => {
      if (!document.hidden) void act.askForPhotos();
    };
    if (shown) ask();
    const timer = setInterval(ask, ASK_EVERY_MS);
    document.addEventListener("visibilitychange", ask);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", ask);
    };
  }, [asks, shown, act]);
}
