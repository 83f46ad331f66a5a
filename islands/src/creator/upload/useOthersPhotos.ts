import { type Dispatch, useEffect, useRef } from "react";
import { call } from "../../lib/api";
import type { Action, Model } from "../state";

const LOOK_EVERY_MS = 20_000;

/** A photo that another person adds by link, or takes back, is seen without a reload. */
export function useOthersPhotos(model: Model, dispatch: Dispatch<Action>): void {
  const latest = useRef(model);
  latest.current = model;
  const shown = model.screen === "upload";

  useEffect(() => {
    if (!shown) return;
    const look = async () => {
      const { draft, uploads, begin, refreshing } = latest.current;
      if (document.hidden || uploads.length > 0 || begin.busy || refreshing) return;
      const answer = await call("creator/state", {});
      if (answer.ok) dispatch({ type: "photos_seen", asked: draft, state: answer.value });
    };
    const timer = setInterval(look, LOOK_EVERY_MS);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [shown, dispatch]);
}
