/** Whether people stand in the scene or are shown as prints: what is proposed, and why not. */
import type { CutOutView, Presence } from "../../generated/wire";

export interface Proposal {
  /** All cut-outs are known. */
  ready: boolean;
  /** They may stand in the scene. */
  possible: boolean;
  /** Of which photos they keep them from it. */
  against: string[];
  /** Of which photos somebody should look at them first. */
  doubtful: string[];
  /** Photos without colours, beside some with: in the scene all take their tone. */
  grey: string[];
}

/** What is known of a photo's cut-out, and what the photo is called: 'your photo'. */
export interface Named {
  name: string;
  view: CutOutView | null;
}

/** What the cut-outs of all photos allow. */
export function proposalOf(photos: Named[]): Proposal {
  const named = (certainty: CutOutView["certainty"]) =>
    photos.flatMap(({ name, view }) => (view?.certainty === certainty ? [name] : []));
  const ready = photos.length > 0 && photos.every(({ view }) => view !== null);
  const against = named("hopeless");
  const grey = photos.flatMap(({ name, view }) => (view?.is_grey ? [name] : []));
  return {
    ready,
    possible: ready && against.length === 0,
    against,
    doubtful: named("plausible"),
    grey: grey.length < photos.length ? grey : [],
  };
}

/** As chosen; else in the scene where every cut-out is certain. */
export function shownAs(chosen: Presence | null, proposal: Proposal): Presence {
  if (!proposal.possible) return "prints";
  return chosen ?? (proposal.doubtful.length === 0 ? "scene" : "prints");
}

/** 'your photo', 'your photo and the photo of your father'. */
export function listed(names: string[]): string {
  const last = names.at(-1) ?? "";
  return names.length < 2 ? last : `${names.slice(0, -1).join(", ")} and ${last}`;
}
