import { useCallback, useEffect, useRef, useState } from "react";
import type { CreationView } from "../../generated/wire";
import { prefersStill } from "../../lib/motion";
import { printClass } from "../../lib/shape";
import type { Actions } from "../actions";
import { Frame } from "../Frame";
import { Film } from "../result/Film";
import { ResultPanel } from "../result/ResultPanel";
import type { Model } from "../state";
import { useTop } from "../useTop";
import { Ended } from "./Ended";
import { LivingPrint } from "./LivingPrint";
import { ReviewPanel } from "./ReviewPanel";
import { useGrow } from "./useGrow";
import { usePacedStep } from "./usePacedStep";
import { WorkingPanel } from "./WorkingPanel";

export interface MakingProps {
  model: Model;
  act: Actions;
  onNew: () => void;
  onRetake: (id: string) => void;
}

/** A creation from its plan to its end. A new creation starts from the plan again. */
export function MakingScreen({ model, act, onNew, onRetake }: MakingProps) {
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

function OnItsWay({
  creation,
  model,
  act,
  onNew,
  onRetake,
}: MakingProps & { creation: CreationView }) {
  const { fresh } = model.making;
  const [planSeen, setPlanSeen] = useState(!fresh);
  const closePlan = useCallback(() => setPlanSeen(true), []);
  const planShown = !planSeen && creation.plan.length > 0;
  const finished = creation.status === "finished";
  // Until the words of the steps are there, the first of them cannot be read.
  const wordless = creation.steps.length === 0 && !finished;
  const step = usePacedStep(creation.progress, { finished, fresh, held: planShown || wordless });
  const done = finished && step > 5;
  const film = creation.kind === "video" ? creation.video_url : null;
  const { review } = creation;
  const reviewing = Boolean(review?.open) && !planShown && !done;
  // A film is seen once it has begun, a picture once it is there.
  const [seen, setSeen] = useState(false);
  const [ended, setEnded] = useState(false);
  const isSeen = done && (seen || !film);
  useEffect(() => {
    if (isSeen) act.seen(creation.id);
  }, [isSeen, act, creation.id]);
  const told = done && (ended || !film);
  useTop(done || reviewing);
  const print = useRef<HTMLElement>(null);
  const words = useRef<HTMLDivElement>(null);
  // What comes after the film is below it; its last frame rests first.
  useEffect(() => {
    if (!ended) return;
    const behavior = prefersStill() ? "auto" : "smooth";
    const scroll = () =>
      words.current?.firstElementChild?.scrollIntoView({ block: "end", behavior });
    const resting = setTimeout(scroll, REST_MS);
    // Whoever does something meanwhile is where they want to be.
    const stop = () => clearTimeout(resting);
    for (const name of MOVES) window.addEventListener(name, stop);
    return () => {
      stop();
      for (const name of MOVES) window.removeEventListener(name, stop);
    };
  }, [ended]);
  useGrow(print, done);

  const screen = done
    ? told
      ? "told"
      : seen
        ? "playing"
        : "ready"
    : reviewing
      ? "review"
      : "working";
  return (
    <Frame title={TITLES[screen]} credits={model.credits} held={model.held} quiet={done}>
      <div className={`making making-${done ? "done" : screen} making-${screen}`}>
        <figure ref={print} className={`${printClass(creation.shape)} making-print`}>
          {done && film ? (
            <Film
              creation={creation}
              src={film}
              onStart={() => {
                setSeen(true);
                print.current?.querySelector("video")?.scrollIntoView({ block: "nearest" });
              }}
              onEnd={() => setEnded(true)}
            />
          ) : (
            <LivingPrint creation={creation} step={step} />
          )}
          {(done || reviewing) && (
            <figcaption>
              An imagined scene, made from your photos.
              {done && creation.made_by && ` ${creation.made_by}`}
            </figcaption>
          )}
        </figure>
        <div ref={words} className="making-words">
          {panel()}
        </div>
      </div>
    </Frame>
  );

  function panel() {
    if (told) {
      return (
        <ResultPanel
          creation={creation}
          busy={model.refreshing}
          error={model.making.error}
          onNew={onNew}
          onRetake={() => onRetake(creation.id)}
        />
      );
    }
    if (done) return null;
    if (reviewing && review) {
      return (
        <ReviewPanel
          creation={creation}
          review={review}
          making={model.making}
          onDecide={(decision) => act.decide(creation.id, decision)}
          onStop={() => act.cancel(creation.id)}
        />
      );
    }
    return (
      <WorkingPanel
        creation={creation}
        step={Math.min(step, 5)}
        making={model.making}
        planShown={planShown}
        onPlanRead={closePlan}
        onCancel={() => act.cancel(creation.id)}
      />
    );
  }
}

/** How long the last frame of a film is looked at before the page moves. */
const REST_MS = 1_500;
const MOVES = ["wheel", "touchstart", "pointerdown", "keydown"];
const DONE = "Memory Created Successfully";
const TITLES = {
  working: "Making your memory",
  review: "Your picture is here",
  ready: DONE,
  playing: DONE,
  told: DONE,
};

function endTitle({ status, failure }: CreationView): string {
  if (failure?.question && failure.can_retry) return "One more thing";
  return status === "failed" ? "This memory was not made" : "Cancelled";
}
