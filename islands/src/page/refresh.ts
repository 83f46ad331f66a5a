/**
 * Coming back to a page of one's own: what it shows may be old, or the session over. The
 * parts marked `data-refresh` (its value is said meanwhile) are fetched anew; when the
 * session has ended, the page's `template[data-signed-out]` takes the place of everything.
 * On a bad line the page stays as it is.
 */

/** Fetches what is marked anew; resolves when the page shows it. */
export async function refresh(path: string): Promise<void> {
  const parts = [...document.querySelectorAll<HTMLElement>("[data-refresh]")];
  if (parts.length === 0 || parts.some((part) => part.ariaBusy === "true")) return;
  const spinners = parts.map(begin);
  try {
    const response = await fetch(path, { headers: { accept: "text/html" } });
    if (new URL(response.url, location.href).pathname === "/auth") showSignedOut();
    else if (response.ok) replace(parts, await response.text());
  } catch {
    // No line: what was shown before is still better than nothing.
  } finally {
    for (const spinner of spinners) spinner.remove();
    for (const part of parts) part.removeAttribute("aria-busy");
  }
}

/** Refreshes whenever the person comes back to the page. */
export function refreshOnReturn(): void {
  const again = () => void refresh(location.pathname + location.search);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") again();
  });
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) again();
  });
}

function begin(part: HTMLElement): HTMLElement {
  const spinner = document.createElement("p");
  spinner.className = "spinner";
  spinner.setAttribute("role", "status");
  spinner.textContent = part.dataset.refresh ?? "";
  part.setAttribute("aria-busy", "true");
  part.before(spinner);
  return spinner;
}

function replace(parts: HTMLElement[], html: string): void {
  const page = new DOMParser().parseFromString(html, "text/html");
  const fresh = page.querySelectorAll<HTMLElement>("[data-refresh]");
  parts.forEach((part, index) => {
    const children = fresh[index]?.childNodes;
    if (children) part.replaceChildren(...[...children].map((node) => document.adoptNode(node)));
  });
}

function showSignedOut(): void {
  const template = document.querySelector<HTMLTemplateElement>("template[data-signed-out]");
  if (template) document.querySelector("main")?.replaceChildren(template.content.cloneNode(true));
}
