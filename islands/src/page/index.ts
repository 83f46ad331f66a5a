/**
 * The small script of pages with forms and of the signed-in: a submit button says that it
 * is busy, an answer comes in its place, and a page that one comes back to is brought up to date. Everything works
 * without it. At most 6 KB brotli, no dependencies.
 */
import { showApplications } from "./applications";
import { tellArrival } from "./arrived";
import { keepCreditsTrue, offerPrinting } from "./credits";
import { choosePrices } from "./currency";
import { askFirst } from "./dialogs";
import { tellAround } from "./frame";
import { signOutWhenHidden } from "./hidden";
import { answerInPlace } from "./inPlace";
import { sellPlans } from "./plans";
import { playFilms } from "./player";
import { keepThroughProviders } from "./provider";
import { refreshOnReturn } from "./refresh";
import { tellTimeZone } from "./timeZone";
import { followUnsent } from "./unsent";

const LABEL = "busyLabel";

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (event.defaultPrevented || !(form instanceof HTMLFormElement)) return;
  const button = event.submitter ?? form.querySelector("button[type=submit]");
  if (!(button instanceof HTMLButtonElement) || !button.dataset[LABEL]) return;
  if (button.getAttribute("aria-busy") === "true") {
    event.preventDefault();
    return;
  }
  button.dataset.idleLabel = button.textContent ?? "";
  button.textContent = button.dataset[LABEL];
  button.setAttribute("aria-busy", "true");
});

/** Back from the next page: the browser may show this one exactly as it was left. */
window.addEventListener("pageshow", (event) => {
  if (!event.persisted) return;
  for (const button of document.querySelectorAll<HTMLButtonElement>("[data-idle-label]")) {
    button.textContent = button.dataset.idleLabel ?? "";
    button.removeAttribute("aria-busy");
    delete button.dataset.idleLabel;
  }
});

refreshOnReturn();
signOutWhenHidden();
followUnsent();
choosePrices();
tellTimeZone();
askFirst();
void playFilms();
keepCreditsTrue();
offerPrinting();
tellAround();
keepThroughProviders();
void tellArrival();
sellPlans();
const awaited = document.querySelector<HTMLElement>("[data-awaits-payment]");
if (awaited) {
  const reference = awaited.dataset.awaitsPayment ?? "";
  void import("./checkout").then(({ awaitPayment }) => awaitPayment(reference));
}
if (document.querySelector("[data-share-link], [data-copy-link]")) {
  void import("./share").then(({ offerSharing }) => offerSharing());
}
showApplications();
answerInPlace(showApplications);
