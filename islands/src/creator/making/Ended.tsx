import type { CreationView } from "../../generated/wire";
import { Button } from "../../kit/Button";
import { Notice } from "../../kit/Notice";
import { FollowUp } from "./FollowUp";

interface Props {
  creation: CreationView;
  busy: boolean;
  error: string | null;
  onRetry: (answer: string | null) => void;
  onNew: () => void;
}

/** No memory this time: what happened, what the ledger says, and one next step. */
export function Ended({ creation, busy, error, onRetry, onNew }: Props) {
  const { failure, credits } = creation;
  const question = failure?.question;
  return (
    <div className="ended">
      {!question && failure && <p className="creator-lead">{failure.message}</p>}
      {!failure && <p className="creator-lead">The memory was stopped, as you asked.</p>}
      <Notice tone="info" icon="credits">
        {failure?.credits_message ?? `You have ${credits} credits.`}
      </Notice>
      {error && <Notice tone="danger">{error}</Notice>}
      {question ? (
        <FollowUp question={question} busy={busy} onAnswer={onRetry} />
      ) : (
        <div className="row">
          {failure?.can_retry ? (
            <Button
              look="primary"
              size="large"
              icon="retry"
              busy={busy}
              onClick={() => onRetry(null)}
            >
              Try Again
            </Button>
          ) : (
            <Button look="primary" size="large" busy={busy} onClick={onNew}>
              New Memory
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
