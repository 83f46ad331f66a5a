/**
 * /auth/arrived: what came of a link stands after the `#` of the address. It is told, and then
 * taken away: it may hold tokens that are worth a session, and neither the history nor a
 * bookmark shall keep them. That a link worked is told only where the server knows the session:
 * anybody can write an address.
 */
export async function tellArrival(): Promise<void> {
  const notices = document.querySelectorAll<HTMLElement>("[data-arrived]");
  if (notices.length === 0 || location.hash.length < 2) return;
  const told = new URLSearchParams(location.hash.slice(1));
  history.replaceState(null, "", location.pathname + location.search);
  const signs = { refused: "error_code", session: "access_token", half: "message" };
  let came = Object.entries(signs).find(([, name]) => told.has(name))?.[0];
  if (came === "session" && !(await counts(told.get("access_token") ?? ""))) came = undefined;
  for (const notice of notices) notice.hidden = notice.dataset.arrived !== came;
}

/** Whether it is the token of a session that lives. */
async function counts(token: string): Promise<boolean> {
  try {
    const headers = { Authorization: `Bearer ${token}` };
    return (await fetch("/auth/v1/user", { headers, credentials: "omit" })).ok;
  } catch {
    return false;
  }
}
