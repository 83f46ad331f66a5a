import { type KeyboardEvent, useRef, useState } from "react";
import type { EntryStatus, WaitlistEntry } from "../generated/wire";

interface Row {
  original: WaitlistEntry;
  toggleSelected: () => void;
}

const MOVES: Record<string, EntryStatus> = { a: "approved", r: "rejected", p: "pending" };

/** One row is in the tab order; keys work on the row that has the focus itself. */
export function useRowKeys(
  rows: Row[],
  onMove: ((entry: WaitlistEntry, to: EntryStatus) => void) | null,
) {
  const [wanted, setAt] = useState(0);
  const places = useRef<(HTMLTableRowElement | null)[]>([]);
  const at = Math.min(wanted, rows.length - 1);

  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[at];
    if (!row || event.target !== places.current[at]) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const key = event.key.toLowerCase();
    const to = MOVES[key];
    if (key === "arrowdown" || key === "j") places.current[at + 1]?.focus();
    else if (key === "arrowup" || key === "k") places.current[at - 1]?.focus();
    else if (key === "x" || key === " ") row.toggleSelected();
    else if (to && onMove && row.original.status !== to) onMove(row.original, to);
    else return;
    event.preventDefault();
  };

  const place = (index: number) => (row: HTMLTableRowElement | null) => {
    places.current[index] = row;
  };
  return { at, setAt, place, onKeyDown };
}
