/** The list as this browser knows it, when the database does not answer. */
import type { WaitlistCounts, WaitlistEntry, WaitlistPage, WaitlistQuery } from "../generated/wire";

/** Filtered, searched, sorted and paginated. */
export function localPage(entries: WaitlistEntry[], query: WaitlistQuery): WaitlistPage {
  const search = query.search.trim().toLowerCase();
  const found = entries.filter(
    (entry) =>
      (!query.status || entry.status === query.status) &&
      (entry.name.toLowerCase().includes(search) || entry.email.toLowerCase().includes(search)),
  );
  const direction = (query.sort === "timestamp") === query.reverse ? 1 : -1;
  found.sort((one, other) => direction * one[query.sort].localeCompare(other[query.sort]));
  const pageSize = query.pageSize ?? 25;
  const totalPages = Math.ceil(found.length / pageSize);
  const page = Math.min(Math.max(query.page ?? 1, 1), Math.max(totalPages, 1));
  const before = (page - 1) * pageSize;
  const data = found.slice(before, before + pageSize);
  const total = found.length;
  const from = total === 0 ? 0 : before + 1;
  const to = before + data.length;
  const pagination = { page, pageSize, total, totalPages, from, to, more: false };
  return { success: true, data, pagination, error: null, unsorted: false };
}

export function localCounts(entries: WaitlistEntry[]): WaitlistCounts {
  const having = (status: string) => entries.filter((entry) => entry.status === status).length;
  return {
    total: entries.length,
    pending: having("pending"),
    approved: having("approved"),
    rejected: having("rejected"),
  };
}
