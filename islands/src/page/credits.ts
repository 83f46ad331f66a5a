/**
 * The credits badge, true after every change: asked for again when the person comes back,
 * when another tab says that something was bought, and now and then while the page is in
 * sight. '--' when it cannot be known. What the page tells of the change, such as the
 * credit history, comes with it.
 */
import { call } from "../lib/api";
import { refresh } from "./refresh";

const CHANNEL = "evernear-credits";
const EVERY_MS = 20_000;

/**
 * Shows a number everywhere on this page. What is held for memories that are being made counts
 * as theirs until one is finished, and stands beside; not told, it is as it was.
 */
export function showCredits(credits: number | null | undefined, held = heldNow()): void {
  const known = typeof credits === "number";
  const text = known ? (credits + held).toLocaleString("en-US") : "--";
  let changed = held !== heldNow();
  for (const beside of document.querySelectorAll<HTMLElement>("[data-held]")) {
    beside.dataset.held = String(held);
    beside.textContent = held > 0 ? `(${held.toLocaleString("en-US")} held)` : "";
  }
  for (const badge of document.querySelectorAll<HTMLElement>("[data-credits] b")) {
    changed ||= badge.textContent !== text;
    badge.textContent = text;
  }
  if (changed && known) void refresh(location.pathname + location.search);
}

const heldNow = () => Number(document.querySelector<HTMLElement>("[data-held]")?.dataset.held ?? 0);

/** Tells the other tabs of this browser. */
export function creditsChanged(credits: number): void {
  showCredits(credits);
  new BroadcastChannel(CHANNEL).postMessage(credits);
}

export function keepCreditsTrue(): void {
  if (!document.querySelector("[data-credits]")) return;
  const ask = async () => {
    if (document.visibilityState !== "visible") return;
    const answer = await call("credits/balance", {});
    if (answer.ok) showCredits(answer.value.credits, answer.value.held);
    else showCredits(null);
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
