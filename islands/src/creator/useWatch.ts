import { type Dispatch, useEffect } from "react";
import { call } from "../lib/api";
import { watch } from "../lib/watch";
import type { Action, Model } from "./state";

/** Watches the creation while it runs and its screen is shown. */
export function useWatch({ screen, creation }: Model, dispatch: Dispatch<Action>): void {
  const id = screen === "making" && creation?.status === "running" ? creation.id : null;

  const open = creation?.review?.open ?? false;

  useEffect(() => {
    if (!id) return;
    return watch({
      seldom: open,
      ask: () => call("creation/watch", { id }),
      onView: (view) => dispatch({ type: "watched", creation: view }),
      onOffline: (offline) => dispatch({ type: "line_changed", offline }),
      onRefused: (problem) =>
        dispatch(
          problem.code === "signed_out"
            ? { type: "signed_out" }
            : { type: "making_refused", problem },
        ),
    });
  }, [id, open, dispatch]);
}
