import { useMemo, useReducer, useRef } from "react";
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
  return { model, dispatch, act };
}
