import type { EntryStatus } from "../generated/wire";
import { Button } from "../kit/Button";
import { queryParameters } from "./address";
import { csvName, download, toCsv } from "./csv";
import type { Waitlist } from "./useWaitlist";

const STATUSES: [EntryStatus | "", string][] = [
  ["", "All"],
  ["pending", "Pending"],
  ["approved", "Approved"],
  ["rejected", "Rejected"],
];

/** Search, filter, files. */
export function Toolbar({ waitlist }: { waitlist: Waitlist }) {
  const { query, page, local, ask } = waitlist;
  const parameters = queryParameters(query).toString();
  return (
    <div className="toolbar">
      <div className="field">
        <label htmlFor="admin-search">Search</label>
        <input
          id="admin-search"
          type="search"
          placeholder="Name or e-mail"
          maxLength={100}
          value={query.search}
          onChange={(event) => ask({ search: event.target.value })}
        />
      </div>
      <div className="field">
        <label htmlFor="admin-status">Status</label>
        <select
          id="admin-status"
          value={query.status ?? ""}
          onChange={(event) => ask({ status: (event.target.value || null) as EntryStatus | null })}
        >
          {STATUSES.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </div>
      <Button
        icon="download"
        disabled={!page?.data.length}
        onClick={() =>
          page && download(csvName(new Date()), toCsv(page.data, page.pagination.from))
        }
      >
        CSV of this page
      </Button>
      {!local && (
        <a
          className="button button-quiet"
          href={`/admin/waitlist.csv${parameters ? `?${parameters}` : ""}`}
          download
        >
          <span className="icon icon-download" aria-hidden="true"></span>
          CSV of everything that matches
        </a>
      )}
    </div>
  );
}
