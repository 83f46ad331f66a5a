/**
 * Buying a plan on /pricing: the provider's window opens over the page, then the server is
 * asked how it went. What the window says is never believed. Without this script the same
 * forms lead through pages.
 */
import { call } from "../lib/api";
import { creditsChanged } from "./credits";
import { openFrame } from "./frame";
import { openPopup } from "./popup";
import type { WindowResult } from "./windowResult";

const WINDOW_CLOSED = "Payment window closed";
const NOT_COMPLETED = "Payment was not completed successfully. Please try again.";
const SCRIPT_MISSING = "Payment script not loaded. Please refresh the page.";
/** How often, and how many times, a payment that is being confirmed is asked for. */
const AGAIN_MS = 2_000;
const TIMES = 60;
/** Long enough to read the good news. */
const READ_MS = 1_600;

type Tone = "danger" | "success" | "info";
const ICON: Record<Tone, string> = { danger: "alert", success: "check", info: "info" };

/** Buys what a form offers, in a window over the page. */
export async function buy(form: HTMLFormElement): Promise<void> {
  const ready = busy(form);
  try {
    await choose(new FormData(form));
  } finally {
    // Whatever goes wrong, plans can be chosen again.
    ready();
  }
}

async function choose(data: FormData): Promise<void> {
  say("info", "");
  const begun = await call("checkout/begin", {
    plan: String(data.get("plan")),
    currency: String(data.get("currency")),
  });
  if (!begun.ok) {
    say("danger", begun.problem.message);
    return;
  }
  const { address, access_code, reference } = begun.value;
  // Leaving the tab for the bank's app is part of it (see hidden.ts).
  window.dispatchEvent(new Event("evernear:away"));
  const result = address ? await openFrame(address) : await openPopup(access_code);
  if (result === "missing") say("danger", SCRIPT_MISSING);
  else await settle(reference, result);
}

async function settle(reference: string, result: WindowResult): Promise<void> {
  for (let asked = 0; asked < TIMES; asked += 1) {
    const answer = await call("checkout/settle", { reference });
    if (!answer.ok) {
      const { code, message } = answer.problem;
      if (code !== "offline" || asked + 1 === TIMES) {
        // The server cannot tell a window that failed from one that was left.
        const left = result === "failed" && code === "payment_abandoned";
        say("danger", left ? NOT_COMPLETED : message);
        return;
      }
    } else if (answer.value.success) {
      say("success", answer.value.message);
      if (answer.value.new_total !== null) creditsChanged(answer.value.new_total);
      await pause(READ_MS);
      location.assign(`/success?session_id=${encodeURIComponent(reference)}`);
      // The page is on its way; its buttons stay busy.
      await new Promise(() => {});
    } else if (result === "closed") {
      say("danger", WINDOW_CLOSED);
      return;
    } else {
      say("info", answer.value.message);
    }
    await pause(AGAIN_MS);
  }
}

/** Looks again until the payment is decided; then the server knows which page to show. */
export async function awaitPayment(reference: string): Promise<void> {
  for (let asked = 0; asked < TIMES; asked += 1) {
    await pause(AGAIN_MS);
    const answer = await call("checkout/settle", { reference });
    const undecided = answer.ok ? !answer.value.success : answer.problem.code === "offline";
    if (undecided) continue;
    if (answer.ok && answer.value.new_total !== null) creditsChanged(answer.value.new_total);
    location.assign(`/success?session_id=${encodeURIComponent(reference)}`);
    return;
  }
}

/** The pressed button says 'Processing...', the others wait; call the answer to end it. */
function busy(form: HTMLFormElement): () => void {
  const buttons = [
    ...document.querySelectorAll<HTMLButtonElement>("form[data-checkout] button[type=submit]"),
  ];
  const pressed = form.querySelector<HTMLButtonElement>("button[type=submit]");
  const label = pressed?.textContent ?? "";
  for (const button of buttons) button.disabled = button !== pressed;
  if (pressed) {
    pressed.textContent = pressed.dataset.busyLabel ?? label;
    pressed.setAttribute("aria-busy", "true");
  }
  return () => {
    for (const button of buttons) button.disabled = false;
    if (!pressed) return;
    pressed.textContent = label;
    pressed.removeAttribute("aria-busy");
    // What was said stands above the plans, and stays in sight.
    pressed.focus({ preventScroll: true });
  };
}

function say(tone: Tone, text: string): void {
  const place = document.querySelector<HTMLElement>("[data-checkout-says]");
  if (!place) return;
  if (!text) {
    place.replaceChildren();
    return;
  }
  const notice = document.createElement("p");
  notice.className = `notice notice-${tone}`;
  notice.setAttribute("role", tone === "danger" ? "alert" : "status");
  const icon = document.createElement("span");
  icon.className = `icon icon-${ICON[tone]}`;
  const words = document.createElement("span");
  words.textContent = text;
  notice.append(icon, words);
  place.replaceChildren(notice);
  place.scrollIntoView({ block: "nearest" });
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
