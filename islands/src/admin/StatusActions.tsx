import type { EntryStatus, WaitlistEntry } from "../generated/wire";
import { Button } from "../kit/Button";

export const MOVES: [to: EntryStatus, word: string][] = [
  ["approved", "Approve"],
  ["rejected", "Reject"],
  ["pending", "Reset"],
];

interface Props {
  entry: WaitlistEntry;
  disabled: boolean;
  onMove: (to: EntryStatus) => void;
}

/** Approve, Reject and Reset, as the status allows. */
export function StatusActions({ entry, disabled, onMove }: Props) {
  return (
    <div className="row">
      {MOVES.filter(([to]) => to !== entry.status).map(([to, word]) => (
        <Button
          key={to}
          size="small"
          disabled={disabled}
          aria-label={`${word} ${entry.name}`}
          onClick={() => onMove(to)}
        >
          {word}
        </Button>
      ))}
    </div>
  );
}
