/** Whether people stand in the scene or are shown as prints: what is proposed, and why not. */
import type { CutOutView, Presence } from "../../generated/wire";

export interface Proposal {
  /** All cut-outs are known. */
  ready: boolean;
  /** They may stand in the scene. */
  possible: boolean;
  /** Numbers of the photos that keep them from it. */
  against: number[];
  /** Numbers of the photos that somebody should look at first. */
  doubtful: number[];
}

/** What the cut-outs of all photos allow, in the order of the photos. */
export function proposalOf(views: (CutOutView | null)[]): Proposal {
  const numbers = (certainty: CutOutView["certainty"]) =>
    views.flatMap((view, at) => (view?.certainty === certainty ? [at + 1] : []));
  const ready = views.length > 0 && views.every((view) => view !== null);
  const against = numbers("hopeless");
  return {
    ready,
    possible: ready && against.length === 0,
    against,
    doubtful: numbers("plausible"),
  };
}

/** As chosen; else in the scene where every cut-out is certain. */
export function shownAs(chosen: Presence | null, proposal: Proposal): Presence {
  if (!proposal.possible) return "prints";
  return chosen ?? (proposal.doubtful.length === 0 ? "scene" : "prints");
}

/** 'Photo 1', 'Photos 1 and 3'. */
export function named(numbers: number[]): string {
  const last = numbers.at(-1);
  if (numbers.length < 2) return `Photo ${last}`;
  return `Photos ${numbers.slice(0, -1).join(", ")} and ${last}`;
}
