import { type Dispatch, useEffect, useMemo } from "react";
import type { Action, Screen } from "./state";
import { useTop } from "./useTop";

const MARK = "evernear-upload";

/** The browser's own Back leads from the photos to the conversation, not out of the page. */
export function useScreens(screen: Screen, dispatch: Dispatch<Action>) {
  useEffect(() => {
    const back = () => {
      dispatch({ type: "went_to", screen: history.state === MARK ? "upload" : "chat" });
    };
    if (screen !== "chat" && screen !== "upload") return;
    window.addEventListener("popstate", back);
    return () => window.removeEventListener("popstate", back);
  }, [screen, dispatch]);

  useTop(screen);

  return useMemo(
    () => ({
      toUpload: () => {
        history.pushState(MARK, "");
        dispatch({ type: "went_to", screen: "upload" });
      },
      toChat: () => {
        if (history.state === MARK) history.back();
        else dispatch({ type: "went_to", screen: "chat" });
      },
      /** The step back no longer leads anywhere. */
      settle: () => {
        if (history.state === MARK) history.replaceState(null, "");
      },
    }),
    [dispatch],
  );
}
