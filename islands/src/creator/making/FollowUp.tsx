import { Button } from "../../kit/Button";
import { TextField } from "../../kit/Field";
import { textSendable } from "../../lib/rules";

interface Props {
  question: string;
  /** The creator's one box: kept like the conversation's when the tab is left. */
  answer: string;
  busy: boolean;
  onType: (answer: string) => void;
  onAnswer: (answer: string) => void;
}

/** One thing is missing: the question, a box for the answer, and another try. */
export function FollowUp({ question, answer, busy, onType, onAnswer }: Props) {
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        if (textSendable(answer) && !busy) onAnswer(answer.trim());
      }}
    >
      <TextField
        label={question}
        value={answer}
        readOnly={busy}
        onChange={(event) => onType(event.target.value)}
      />
      <div>
        <Button
          look="primary"
          size="large"
          type="submit"
          busy={busy}
          disabled={!busy && !textSendable(answer)}
        >
          Try Again
        </Button>
      </div>
    </form>
  );
}
