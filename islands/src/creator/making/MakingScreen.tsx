import { useCallback, useState } from "react";
import type { CreationView } from "../../generated/wire";
import type { Actions } from "../actions";
import { Frame } from "../Frame";
import { Result } from "../result/Result";
import type { Model } from "../state";
import { useTop } from "../useTop";
import { Ended } from "./Ended";
import { PlanList } from "./PlanList";
import { ReviewPanel } from "./ReviewPanel";
import { usePacedStep } from "./usePacedStep";
import { WorkingPanel } from "./WorkingPanel";

interface Props {
  model: Model;
  act: Actions;
  onNew: () => void;
  onRetake: (id: string) => void;
}

/** A creation from its plan to its end. A new creation starts from the plan again. */
export function MakingScreen({ model, act, onNew, onRetake }: Props) {
  const { creation, credits } = model;
  useTop(creation?.status === "failed" || creation?.status === "cancelled");
  if (!creation) return null;
  const busy = model.making.busy || model.refreshing;
  if (creation.status === "failed" || creation.status === "cancelled") {
    return (
      <Frame title={endTitle(creation)} credits={credits} held={model.held}>
        <Ended
          creation={creation}
          busy={busy}
          error={model.making.error}
          short={model.making.short}
          answer={model.chat.text}
          onType={act.type}
          onRetry={(answer) => act.retry(creation.id, answer)}
          onNew={onNew}
        />
      </Frame>
    );
  }
  return (
    <OnItsWay
      key={creation.id}
      creation={creation}
      model={model}
      act={act}
      onNew={onNew}
      onRetake={onRetake}
    />
  );
}

function OnItsWay({ creation, model, act, onNew, onRetake }: Props & { creation: CreationView }) {
  const { fresh } = model.making;
  const [planSeen, setPlanSeen] = useState(!fresh);
  const closePlan = useCallback(() => setPlanSeen(true), []);
  const planShown = !planSeen && creation.plan.length > 0;
  const finished = creation.status === "finished";
  // Until the words of the steps are there, the first of them cannot be read.
  const wordless = creation.steps.length === 0 && !finished;
  const step = usePacedStep(creation.progress, { finished, fresh, held: planShown || wordless });
  const done = finished && step > 5;
  useTop(done || Boolean(creation.review?.open));

  if (done) {
    return (
      <Frame title="Memory Created Successfully" credits={model.credits} held={model.held}>
        <Result
          creation={creation}
          busy={model.refreshing}
          error={model.making.error}
          onNew={onNew}
          onRetake={() => onRetake(creation.id)}
        />
      </Frame>
    );
  }
  const { review } = creation;
  if (review?.open && !planShown) {
    return (
      <Frame title="Your picture is here" credits={model.credits} held={model.held}>
        <ReviewPanel
          creation={creation}
          review={review}
          making={model.making}
          onDecide={(decision) => act.decide(creation.id, decision)}
          onStop={() => act.cancel(creation.id)}
        />
      </Frame>
    );
  }
  return (
    <Frame title="Making your memory" credits={model.credits} held={model.held}>
      {planShown ? (
        <PlanList plan={creation.plan} onClose={closePlan} />
      ) : (
        <WorkingPanel
          creation={creation}
          step={Math.min(step, 5)}
          making={model.making}
          onCancel={() => act.cancel(creation.id)}
        />
      )}
    </Frame>
  );
}

function endTitle({ status, failure }: CreationView): string {
  if (failure?.question && failure.can_retry) return "One more thing";
  return status === "failed" ? "This memory was not made" : "Cancelled";
}
