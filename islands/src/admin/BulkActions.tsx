import type { EntryStatus, StatusMove, WaitlistEntry } from "../generated/wire";
import { Button } from "../kit/Button";
import { MOVES } from "./StatusActions";

interface Props {
  chosen: WaitlistEntry[];
  moving: boolean;
  onMove: (entries: StatusMove[], to: EntryStatus) => Promise<void>;
}

/** Several at once: those that already stand there stay. */
export function BulkActions({ chosen, moving, onMove }: Props) {
  return (
    <fieldset className="several" aria-label="Several at once">
      <span className="number">{chosen.length} chosen</span>
      {MOVES.map(([to, word]) => {
        const movable = chosen.filter((entry) => entry.status !== to);
        return (
          <Button
            key={to}
            size="small"
            disabled={moving || movable.length === 0}
            onClick={() =>
              void onMove(
                movable.map((entry) => ({ id: entry.id, from: entry.status })),
                to,
              )
            }
          >
            {`${word} chosen`}
          </Button>
        );
      })}
    </fieldset>
  );
}
