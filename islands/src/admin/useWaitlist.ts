import { useCallback, useEffect, useRef, useState } from "react";
import type {
  AdminProps,
  EntryStatus,
  StatusMove,
  WaitlistCounts,
  WaitlistPage,
  WaitlistQuery,
} from "../generated/wire";
import { call } from "../lib/api";
import { sentApplications } from "../lib/sentApplications";
import { showInAddress } from "./address";
import { localCounts, localPage } from "./local";

export const DATABASE_TROUBLE =
  "There was an issue connecting to the database. Some features may be limited.";
const MOVE_FAILED = "Failed to update status. Please try again.";
/** Typing asks once it pauses. */
const PAUSE_MS = 250;

export interface Waitlist {
  query: WaitlistQuery;
  page: WaitlistPage | null;
  counts: WaitlistCounts | null;
  /** What is shown is this browser's own copy. */
  local: boolean;
  /** A list is on its way; what is shown can be used meanwhile. */
  busy: boolean;
  /** A change is on its way. */
  moving: boolean;
  /** What went wrong with the last change, or who was faster. */
  problem: string | null;
  said: string;
  ask: (change: Partial<WaitlistQuery>) => void;
  move: (entries: StatusMove[], to: EntryStatus) => Promise<void>;
  reload: () => void;
}

/** The list and what can be done with it. A new search, filter or order begins at page 1. */
export function useWaitlist(props: AdminProps): Waitlist {
  const [query, setQuery] = useState(props.query);
  const [page, setPage] = useState(props.page);
  const [counts, setCounts] = useState(props.counts);
  const [local, setLocal] = useState(props.page === null);
  const [busy, setBusy] = useState(false);
  const [moving, setMoving] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [said, setSaid] = useState("");
  const asked = useRef(0);
  // Somebody may search on while a change is on its way.
  const latest = useRef(query);
  latest.current = query;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const load = useCallback(async (wanted: WaitlistQuery) => {
    asked.current += 1;
    const ours = asked.current;
    setBusy(true);
    const [list, counted] = await Promise.all([
      call("admin/waitlist/list", { query: wanted }),
      call("admin/waitlist/counts", {}),
    ]);
    if (ours !== asked.current) return;
    setBusy(false);
    if (!list.ok && list.problem.code === "locked") return location.reload();
    const shown = list.ok && list.value.success ? list.value : null;
    if (!shown) console.warn("Failed to load entries");
    const number = counted.ok && counted.value.success ? counted.value.counts : null;
    if (!number) console.warn("Failed to load counts");
    setLocal(!shown);
    setPage(shown ?? localPage(sentApplications(), wanted));
    setCounts(shown ? number : localCounts(sentApplications()));
    const total = shown?.pagination.total ?? 0;
    if (shown) setSaid(`${total.toLocaleString("en-US")} found`);
  }, []);

  useEffect(() => {
    if (props.page !== null) return;
    console.warn("Failed to load entries");
    if (props.counts === null) console.warn("Failed to load counts");
    setPage(localPage(sentApplications(), props.query));
    setCounts(localCounts(sentApplications()));
  }, [props]);

  useEffect(() => () => clearTimeout(timer.current), []);

  const ask = (change: Partial<WaitlistQuery>) => {
    const wanted = { ...query, page: 1, ...change };
    setQuery(wanted);
    setProblem(null);
    showInAddress(wanted);
    clearTimeout(timer.current);
    const pause = "search" in change ? PAUSE_MS : 0;
    timer.current = setTimeout(() => void load(wanted), pause);
  };

  const move = async (entries: StatusMove[], to: EntryStatus) => {
    setProblem(null);
    setMoving(true);
    const answer = await call("admin/waitlist/move", { entries, to });
    if (!answer.ok && answer.problem.code === "locked") return location.reload();
    if (!answer.ok || answer.value.error) setProblem(MOVE_FAILED);
    else if (answer.value.conflicts > 0) setProblem(faster(answer.value.conflicts));
    await load(latest.current);
    setMoving(false);
  };

  const reload = () => void load(query);
  return { query, page, counts, local, busy, moving, problem, said, ask, move, reload };
}

function faster(conflicts: number): string {
  const these = conflicts === 1 ? "One entry was" : `${conflicts} entries were`;
  return `${these} changed by somebody else meanwhile and stayed as they left it.`;
}
