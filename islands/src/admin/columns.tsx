import {
  type ColumnHelper,
  createColumnHelper,
  rowSelectionFeature,
  tableFeatures,
} from "@tanstack/react-table";
import type { EntryStatus, WaitlistEntry, WaitlistSort } from "../generated/wire";
import { Icon, type IconName } from "../kit/Icon";

export const features = tableFeatures({ rowSelectionFeature });

const TIME = new Intl.DateTimeFormat("en-ZA", {
  timeZone: "Africa/Johannesburg",
  dateStyle: "medium",
  timeStyle: "short",
  hour12: false,
});

const BADGE: Record<EntryStatus, [tone: string, icon: IconName, word: string]> = {
  pending: ["caution", "info", "Pending"],
  approved: ["success", "check", "Approved"],
  rejected: ["danger", "close", "Rejected"],
};

/** A status as a sign and a word. */
export function Status({ status }: { status: EntryStatus }) {
  const [tone, icon, word] = BADGE[status];
  return (
    <span className={`badge badge-${tone}`}>
      <Icon name={icon} />
      {word}
    </span>
  );
}

const helper: ColumnHelper<typeof features, WaitlistEntry> = createColumnHelper<
  typeof features,
  WaitlistEntry
>();

/** The columns that show an entry; choosing and moving stand around them. */
export const columns = helper.columns([
  helper.accessor("name", {
    header: "Name",
    cell: ({ row }) => (
      <>
        <bdi>{row.original.name}</bdi>{" "}
        {row.original.type === "test" && <span className="tag">Test</span>}
      </>
    ),
  }),
  helper.accessor("email", {
    header: "Email",
    cell: ({ row }) => <Address email={row.original.email} />,
  }),
  helper.accessor("reason", {
    header: "Interest/Reason",
    cell: ({ row }) => <Reason text={row.original.reason} />,
  }),
  helper.accessor("status", {
    header: "Status",
    cell: ({ row }) => <Status status={row.original.status} />,
  }),
  helper.accessor("timestamp", {
    header: "Applied",
    cell: ({ row }) => (
      <time dateTime={row.original.timestamp}>{TIME.format(new Date(row.original.timestamp))}</time>
    ),
  }),
]);

/** The columns that can be sorted by, as the server knows them. */
export const SORTS: Record<string, WaitlistSort> = {
  name: "name",
  email: "email",
  status: "status",
  timestamp: "timestamp",
};

/** Where it does not fit a line, it goes on after the at-sign. */
function Address({ email }: { email: string }) {
  const host = email.indexOf("@") + 1;
  return (
    <bdi>
      {email.slice(0, host)}
      <wbr />
      {email.slice(host)}
    </bdi>
  );
}

const SHORT = 80;

/** A long reason is opened by a click. */
function Reason({ text }: { text: string }) {
  if (text.length <= SHORT) return <bdi>{text || "–"}</bdi>;
  return (
    <details className="reason">
      <summary>
        <bdi>{text.slice(0, SHORT)}…</bdi>
      </summary>
      <bdi>{text}</bdi>
    </details>
  );
}
