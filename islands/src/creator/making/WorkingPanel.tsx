import type { CreationView } from "../../generated/wire";
import { Confirm } from "../../kit/Confirm";
import { Notice } from "../../kit/Notice";
import { usualRange } from "../../lib/duration";
import { creationCost } from "../../lib/rules";
import type { Model } from "../state";
import { PlanLines, PlanList } from "./PlanList";
import { Segments } from "./Segments";
import { Step } from "./Step";

interface Props {
  creation: CreationView;
  /** The step that is shown, from 0. */
  step: number;
  making: Model["making"];
  /** The plan stands in the step's place. */
  planShown: boolean;
  onPlanRead: () => void;
  onCancel: () => void;
}

/** The plan or the step that a memory is at, an honest bar and range, and the way out, which is always there. */
export function WorkingPanel({ creation, step, making, planShown, onPlanRead, onCancel }: Props) {
  const { steps, plan, retake } = creation;
  const back = retake ? "Your free retake comes" : `Your ${creationCost()} credits come`;
  const current = steps[step];
  return (
    <>
      {planShown ? (
        <PlanList plan={plan} onClose={onPlanRead} />
      ) : current ? (
        <Step step={current} number={step + 1} of={steps.length} />
      ) : (
        <p className="spinner" role="status">
          Getting your memory ready...
        </p>
      )}
      <Segments step={step} of={steps.length || 6} progress={creation.progress} />
      <p className="caption" aria-live="off">
        {pace(creation)}
      </p>
      {making.offline && (
        <Notice tone="caution">
          You are offline. Your memory carries on without you; this page catches up when the
          connection is back.
        </Notice>
      )}
      {making.error && <Notice tone="danger">{making.error}</Notice>}
      <p className="making-leave">
        <b>You can close this page.</b> {leaving(creation)}
      </p>
      {plan.length > 0 && !planShown && (
        <details className="plan-again">
          <summary>The plan</summary>
          <PlanLines plan={plan} />
        </details>
      )}
      <Confirm
        label="Cancel"
        icon="close"
        question={`Stop making this memory? ${back} back, and the uploaded photos are deleted.`}
        yes="Stop making it"
        no="Keep going"
        busy={making.busy}
        onYes={onCancel}
      />
    </>
  );
}

/** What happens while nobody looks. */
function leaving({ review, image_url }: CreationView): string {
  return review && (review.replacing || !image_url)
    ? "Your picture waits for you on your dashboard, for a day; the film is made once you have seen it."
    : "Your memory carries on and waits on your dashboard.";
}

/** How long, as far as it is known: never a promise beyond our own figures. */
function pace({
  kind,
  films_ahead,
  waiting,
  review,
  usual_seconds,
  elapsed_seconds,
}: CreationView): string {
  if (films_ahead !== null && films_ahead > 0) {
    const one = kind === "video" ? "film" : "memory";
    const many = kind === "video" ? "films" : "memories";
    return films_ahead === 1 ? `1 ${one} ahead of you.` : `${films_ahead} ${many} ahead of you.`;
  }
  if (films_ahead === 0) return "You are next.";
  if (waiting) return "It waits for its turn. You can close this page.";
  if (review?.replacing)
    return "Another picture is being made. You keep this one until it is there.";
  if (!usual_seconds) return "It takes a little while.";
  if (elapsed_seconds > usual_seconds[1])
    return "This one takes longer than usual. It is still going.";
  return usualRange(usual_seconds);
}
