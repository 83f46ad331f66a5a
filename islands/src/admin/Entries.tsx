import { type RowSelectionState, useTable } from "@tanstack/react-table";
import { useEffect, useState } from "react";
import type { EntryStatus, WaitlistEntry, WaitlistPage, WaitlistQuery } from "../generated/wire";
import { BulkActions } from "./BulkActions";
import { columns, features, SORTS } from "./columns";
import { StatusActions } from "./StatusActions";
import { useRowKeys } from "./useRowKeys";
import type { Waitlist } from "./useWaitlist";

interface Props {
  waitlist: Waitlist;
  page: WaitlistPage;
}

/** The table: sorted by its heads, several chosen by their boxes, moved row by row. */
export function Entries({ waitlist, page }: Props) {
  const { query, busy, moving, local, ask, move } = waitlist;
  const [rowSelection, setRowSelection] = useState<RowSelectionState>({});
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows, nothing chosen
  useEffect(() => setRowSelection({}), [page]);
  const table = useTable({
    features,
    columns,
    data: page.data,
    getRowId: (entry: WaitlistEntry) => entry.id,
    state: { rowSelection },
    onRowSelectionChange: setRowSelection,
  });
  const rows = table.getRowModel().rows;
  const chosen = table.getSelectedRowModel().rows.map((row) => row.original);
  const moveOne = (entry: WaitlistEntry, to: EntryStatus) =>
    void move([{ id: entry.id, from: entry.status }], to);
  const keys = useRowKeys(rows, local ? null : moveOne);

  if (rows.length === 0) return <p className="admin-empty">No applications match.</p>;
  return (
    <>
      {!local && <BulkActions chosen={chosen} moving={moving} onMove={move} />}
      <section className="table-scroll" aria-label="Applications" aria-busy={busy}>
        <table className="table">
          <caption className="sr-only">
            Applications. In a row: arrows move, X chooses, A approves, R rejects, P resets.
          </caption>
          <thead>
            {table.getHeaderGroups().map((group) => (
              <tr key={group.id}>
                <th scope="col">
                  <input
                    type="checkbox"
                    aria-label="Choose all of this page"
                    checked={table.getIsAllRowsSelected()}
                    onChange={table.getToggleAllRowsSelectedHandler()}
                  />
                </th>
                <th scope="col">No.</th>
                {group.headers.map((header) => (
                  <Head
                    key={header.id}
                    sort={SORTS[header.column.id]}
                    query={query}
                    sorted={!page.unsorted}
                    onSort={ask}
                  >
                    <table.FlexRender header={header} />
                  </Head>
                ))}
                <th scope="col">Actions</th>
              </tr>
            ))}
          </thead>
          <tbody onKeyDown={keys.onKeyDown}>
            {rows.map((row, index) => (
              <tr
                key={row.id}
                ref={keys.place(index)}
                tabIndex={index === keys.at ? 0 : -1}
                onFocus={() => keys.setAt(index)}
                aria-selected={row.getIsSelected()}
              >
                <td>
                  <input
                    type="checkbox"
                    aria-label={`Choose ${row.original.name}`}
                    checked={row.getIsSelected()}
                    onChange={row.getToggleSelectedHandler()}
                  />
                </td>
                <td className="number">{(page.pagination.from + index).toLocaleString("en-US")}</td>
                {row.getAllCells().map((cell) => (
                  <td key={cell.id} data-column={cell.column.id}>
                    <table.FlexRender cell={cell} />
                  </td>
                ))}
                <td>
                  <StatusActions
                    entry={row.original}
                    disabled={local || moving}
                    onMove={(to) => moveOne(row.original, to)}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p className="caption">
        With a row in focus: arrows move, X chooses, A approves, R rejects, P resets.{" "}
        {query.search ? "" : "Newest come first unless a column is sorted."}
      </p>
    </>
  );
}

interface HeadProps {
  sort: (typeof SORTS)[string] | undefined;
  query: WaitlistQuery;
  /** Not where so many match that they came as they are. */
  sorted: boolean;
  onSort: Waitlist["ask"];
  children: React.ReactNode;
}

/** A column's head; a button where the list can be sorted by it. */
function Head({ sort, query, sorted, onSort, children }: HeadProps) {
  if (!sort) return <th scope="col">{children}</th>;
  const active = sorted && query.sort === sort;
  const descending = (sort === "timestamp") !== query.reverse;
  const order = active ? (descending ? "descending" : "ascending") : "none";
  return (
    <th scope="col" aria-sort={order}>
      <button
        type="button"
        className="sort"
        onClick={() => onSort({ sort, reverse: active ? !query.reverse : false })}
      >
        {children}
        <span aria-hidden="true">{active ? (descending ? "↓" : "↑") : "↕"}</span>
      </button>
    </th>
  );
}
