/** The address says what is shown, so that it can be sent on or come back to. */
import type { WaitlistQuery } from "../generated/wire";

/** Sets or takes away one parameter. */
export function setParameter(name: string, value: string | null): void {
  const address = new URL(location.href);
  if (value === null) address.searchParams.delete(name);
  else address.searchParams.set(name, value);
  history.replaceState(null, "", address);
}

/** The query as the server reads it from the address. */
export function queryParameters(query: WaitlistQuery): URLSearchParams {
  const parameters = new URLSearchParams();
  if (query.search.trim()) parameters.set("search", query.search.trim());
  if (query.status) parameters.set("status", query.status);
  if (query.sort !== "timestamp") parameters.set("sort", query.sort);
  if (query.reverse) parameters.set("reverse", "1");
  return parameters;
}

export function showInAddress(query: WaitlistQuery): void {
  const parameters = queryParameters(query);
  if ((query.page ?? 1) > 1) parameters.set("page", String(query.page));
  const text = parameters.toString();
  history.replaceState(null, "", location.pathname + (text ? `?${text}` : ""));
}
