import { useEffect } from "react";
import { Button } from "../../kit/Button";

const SHOWN_MS = 2_000;

interface Props {
  plan: string[];
  onClose: () => void;
}

/** What is about to be made, for about two seconds; it can be read again while it is. */
export function PlanList({ plan, onClose }: Props) {
  useEffect(() => {
    const timer = setTimeout(onClose, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [onClose]);

  return (
    <section className="card plan-list">
      <div className="row row-between">
        <h2>The plan</h2>
        <Button
          icon="close"
          className="button-icon"
          aria-label="Close the plan"
          onClick={onClose}
        />
      </div>
      <PlanLines plan={plan} />
    </section>
  );
}

/** The lines carry their own numbers. */
export function PlanLines({ plan }: { plan: string[] }) {
  return (
    <ul className="plan-lines">
      {plan.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
