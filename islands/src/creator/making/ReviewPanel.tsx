import type { CreationView, ReviewDecision, ReviewView } from "../../generated/wire";
import { Button } from "../../kit/Button";
import { Confirm } from "../../kit/Confirm";
import { Notice } from "../../kit/Notice";
import { creationCost } from "../../lib/rules";
import type { Model } from "../state";

interface Props {
  creation: CreationView;
  review: ReviewView;
  making: Model["making"];
  onDecide: (decision: ReviewDecision) => void;
  onStop: () => void;
}

/** The picture waits for the person: its film, another picture, or the credits back. */
export function ReviewPanel({ creation, review, making, onDecide, onStop }: Props) {
  const { retake } = creation;
  const held = retake ? "Your free retake is" : `Your ${creationCost()} credits are`;
  const back = retake ? "Your free retake comes" : `Your ${creationCost()} credits come`;
  return (
    <>
      <p className="creator-lead">
        Look at it for as long as you like. The film begins as this picture.
      </p>
      {review.replacing_failed && (
        <Notice tone="info">
          Another picture could not be made just now. This is the one you had, and it is still
          yours.
        </Notice>
      )}
      {making.offline && <Notice tone="caution">You are offline. Your picture waits.</Notice>}
      {making.error && <Notice tone="danger">{making.error}</Notice>}
      <div className="result-next">
        <Button
          look="primary"
          size="large"
          icon="film"
          busy={making.busy}
          onClick={() => onDecide("film")}
        >
          Make the Film
        </Button>
        {review.others_left > 0 && (
          <Button
            size="large"
            icon="retry"
            disabled={making.busy}
            onClick={() => onDecide("another")}
          >
            Another Picture
          </Button>
        )}
      </div>
      <p className="caption">{others(review.others_left)}</p>
      <p className="caption">
        It waits for you for {waits(review.minutes_left)}, here and on your dashboard. {held} held
        until you choose.
      </p>
      <Confirm
        label="Stop"
        icon="close"
        question={`Stop here, without a film? ${back} back, and the picture and your photos are deleted.`}
        yes="Stop here"
        no="Keep looking"
        busy={making.busy}
        onYes={onStop}
      />
    </>
  );
}

function others(left: number): string {
  if (left === 0) return "There are no other pictures left.";
  return left === 1
    ? "Not as you saw it? One more picture is free."
    : "Not as you saw it? Two more pictures are free.";
}

function waits(minutes: number): string {
  if (minutes >= 120) return `another ${Math.floor(minutes / 60)} hours`;
  return minutes > 1 ? `another ${minutes} minutes` : "another minute";
}
