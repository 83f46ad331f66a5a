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
      <div className="step-place">
        <span className="dots" aria-hidden="true">
          {Array.from({ length: of }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: dots are alike and never move
            <span key={index} className={index < number ? "dot dot-past" : "dot"}></span>
          ))}
        </span>
        <span className="number">{`Step ${number} of ${of}`}</span>
      </div>
    </div>
  );
}
