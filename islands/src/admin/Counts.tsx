import type { WaitlistCounts } from "../generated/wire";

const FACTS = [
  ["total", "Total"],
  ["pending", "Pending"],
  ["approved", "Approved"],
  ["rejected", "Rejected"],
] as const;

/** How many there are; a dash where nobody knows. */
export function Counts({ counts }: { counts: WaitlistCounts | null }) {
  return (
    <dl className="counts">
      {FACTS.map(([field, name]) => (
        <div className="count" key={field}>
          <dt>{name}</dt>
          <dd>{counts ? counts[field].toLocaleString("en-US") : "–"}</dd>
        </div>
      ))}
    </dl>
  );
}
