import { useState } from "react";
import { Button } from "../../kit/Button";
import { TextField } from "../../kit/Field";
import { textSendable } from "../../lib/rules";

interface Props {
  question: string;
  busy: boolean;
  onAnswer: (answer: string) => void;
}

/** One thing is missing: the question, a box for the answer, and another try (spec §4). */
export function FollowUp({ question, busy, onAnswer }: Props) {
  const [answer, setAnswer] = useState("");
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
        onChange={(event) => setAnswer(event.target.value)}
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
