import type { ProgressStep } from "../../generated/wire";

interface Props {
  step: ProgressStep;
  number: number;
  of: number;
}

/** One step: its sign, its words, and where it stands among the others. */
export function Step({ step, number, of }: Props) {
  return (
    <div className="step" role="status">
      <p className="step-emoji" aria-hidden="true">
        {step.emoji}
      </p>
      <h2>{step.title}</h2>
      <p className="step-words">{step.description}</p>
      <p className="step-place number">{`Step ${number} of ${of}`}</p>
    </div>
  );
}
