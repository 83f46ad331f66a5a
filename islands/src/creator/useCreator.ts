import { useEffect, useMemo, useReducer, useRef } from "react";
import type { CreatorProps } from "../generated/wire";
import { call } from "../lib/api";
import { makeActions } from "./actions";
import { initial, reduce } from "./state";

/** The model, and everything a person can do with it. */
export function useCreator(props: CreatorProps) {
  const [model, dispatch] = useReducer(reduce, props, initial);
  // Actions outlive a rendering: they read the model of the moment they run in.
  const latest = useRef(model);
  latest.current = model;
  const defaultKind = props.default_kind;
  const act = useMemo(
    () => makeActions({ call, dispatch, model: () => latest.current, defaultKind }),
    [defaultKind],
  );
  // The tab was hidden for too long (see page/hidden.ts): what is unsent is shown here.
  useEffect(() => {
    const leave = (event: Event) => {
      event.preventDefault();
      dispatch({ type: "signed_out" });
    };
    window.addEventListener("evernear:signed-out", leave);
    return () => window.removeEventListener("evernear:signed-out", leave);
  }, []);
  return { model, dispatch, act };
}
