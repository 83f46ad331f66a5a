import { Icon } from "../kit/Icon";
import { creationCost } from "../lib/rules";

/** Too few credits, with the true number. */
export function InsufficientCredits({ credits }: { credits: number }) {
  return (
    <section className="card short" role="alert">
      <h2>
        <Icon name="credits" />
        Insufficient Credits
      </h2>
      <p>
        {`You need ${creationCost()} credits to create this memory, but you only have ${credits} credits remaining.`}
      </p>
      <p className="row">
        <a className="button button-primary" href="/pricing">
          Upgrade Now
        </a>
        <a className="button button-quiet" href="/pricing">
          View Pricing Plans
        </a>
      </p>
    </section>
  );
}
