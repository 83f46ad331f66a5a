/**
 * /auth/arrived: what came of a link stands after the `#` of the address. It is told, and then
 * taken away: it may hold tokens that are worth a session, and neither the history nor a
 * bookmark shall keep them.
 */
export function tellArrival(): void {
  const notices = document.querySelectorAll<HTMLElement>("[data-arrived]");
  if (notices.length === 0 || location.hash.length < 2) return;
  const told = new URLSearchParams(location.hash.slice(1));
  const signs = { refused: "error_code", session: "access_token", half: "message" };
  const came = Object.entries(signs).find(([, name]) => told.has(name))?.[0];
  for (const notice of notices) notice.hidden = notice.dataset.arrived !== came;
  history.replaceState(null, "", location.pathname + location.search);
}
