/**
 * The credits badge, true after every change: asked for again when the person comes back,
 * when another tab says that something was bought, and now and then while the page is in
 * sight. '--' when it cannot be known. What the page tells of the change, such as the
 * credit history, comes with it.
 */
import { call } from "./call";
import { refresh } from "./refresh";

const CHANNEL = "evernear-credits";
const EVERY_MS = 20_000;

/** Shows a number everywhere on this page. */
export function showCredits(credits: number | null | undefined): void {
  const known = typeof credits === "number";
  const text = known ? credits.toLocaleString("en-US") : "--";
  let changed = false;
  for (const badge of document.querySelectorAll<HTMLElement>("[data-credits] b")) {
    changed ||= badge.textContent !== text;
    badge.textContent = text;
  }
  if (changed && known) void refresh(location.pathname + location.search);
}

/** Tells the other tabs of this browser. */
export function creditsChanged(credits: number): void {
  showCredits(credits);
  new BroadcastChannel(CHANNEL).postMessage(credits);
}

export function keepCreditsTrue(): void {
  if (!document.querySelector("[data-credits]")) return;
  const ask = async () => {
    if (document.visibilityState !== "visible") return;
    const answer = await call<{ credits: number | null }>("credits/balance", {});
    showCredits(answer.ok ? answer.value.credits : null);
  };
  new BroadcastChannel(CHANNEL).addEventListener("message", ({ data }) => showCredits(data));
  document.addEventListener("visibilitychange", ask);
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) void ask();
  });
  setInterval(ask, EVERY_MS);
}

/** A button that prints, where there is script. */
export function offerPrinting(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>("[data-print]")) {
    button.hidden = false;
    button.addEventListener("click", () => window.print());
  }
}
