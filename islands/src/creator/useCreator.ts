import { useEffect, useMemo, useReducer, useRef } from "react";
import type { CreatorProps, UnsentWords } from "../generated/wire";
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
  // An example that was chosen on the landing page was the beginning of one conversation, not of each.
  const begun = model.draft.messages.length > 0;
  useEffect(() => {
    if (begun && location.search) history.replaceState(history.state, "", location.pathname);
  }, [begun]);
  // The tab was hidden for too long (see page/hidden.ts): what is unsent goes to the server
  // first; where it did not arrive there, it is shown here.
  useEffect(() => {
    const tell = (event: Event) => {
      const { screen, chat, words_kept } = latest.current;
      const text = chat.text || (chat.sent ?? "");
      const said = text.trim() !== "";
      // What the server keeps is not forgotten by a page that no longer shows it.
      if (!said && (screen === "signed_out" || !words_kept)) return;
      const fields: UnsentWords["fields"] = said ? { text } : {};
      (event as CustomEvent<UnsentWords[]>).detail.push({ place: "creator", fields });
    };
    const leave = (event: Event) => {
      event.preventDefault();
      const words_kept = (event as CustomEvent<boolean>).detail;
      dispatch({ type: "signed_out", words_kept });
    };
    window.addEventListener("evernear:unsent", tell);
    window.addEventListener("evernear:signed-out", leave);
    return () => {
      window.removeEventListener("evernear:unsent", tell);
      window.removeEventListener("evernear:signed-out", leave);
    };
  }, []);
  return { model, dispatch, act };
}
