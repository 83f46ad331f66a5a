import type { CreationView } from "../../generated/wire";
import { Button } from "../../kit/Button";
import { Notice } from "../../kit/Notice";
import { InsufficientCredits } from "../InsufficientCredits";
import { FollowUp } from "./FollowUp";

interface Props {
  creation: CreationView;
  busy: boolean;
  error: string | null;
  /** Too few credits to try again. */
  short: boolean;
  /** What is written in answer to a question. */
  answer: string;
  onType: (answer: string) => void;
  onRetry: (answer: string | null) => void;
  onNew: () => void;
}

/** No memory this time: what happened, what the ledger says, and the ways on. */
export function Ended(props: Props) {
  const { creation, busy, error, short, onRetry, onNew } = props;
  const { failure, credits } = creation;
  // Without photos an answer would lead nowhere.
  const question = failure?.can_retry ? failure.question : null;
  return (
    <div className="ended">
      {!question && failure && <p className="creator-lead">{failure.message}</p>}
      {!failure && <p className="creator-lead">The memory was stopped, as you asked.</p>}
      <Notice tone="info" icon="credits">
        {failure?.credits_message ?? `You have ${credits} credits.`}
      </Notice>
      {short && <InsufficientCredits credits={credits} />}
      {error && <Notice tone="danger">{error}</Notice>}
      {question && (
        <FollowUp
          question={question}
          answer={props.answer}
          busy={busy}
          onType={props.onType}
          onAnswer={onRetry}
        />
      )}
      <div className="row">
        {failure?.can_retry && !question && (
          <Button
            look="primary"
            size="large"
            icon="retry"
            busy={busy}
            onClick={() => onRetry(null)}
          >
            Try Again
          </Button>
        )}
        <Button
          look={failure?.can_retry ? "quiet" : "primary"}
          size="large"
          disabled={busy}
          onClick={onNew}
        >
          New Memory
        </Button>
      </div>
      {failure?.can_retry && (
        <p className="caption">
          Your photos are kept for a day so that you can try again. A new memory deletes them now.
        </p>
      )}
    </div>
  );
}
