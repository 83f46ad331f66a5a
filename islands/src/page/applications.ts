/**
 * /register: keeps a copy of an application that was stored, shows the copies of this
 * browser, and forgets them when asked to.
 */
import type { WaitlistEntry } from "../generated/wire";
import {
  addSentApplication,
  forgetSentApplications,
  sentApplications,
} from "../lib/sentApplications";

export function showApplications(): void {
  const applied = document.querySelector<HTMLElement>("[data-applied]")?.dataset.applied;
  if (applied) addSentApplication(JSON.parse(applied) as WaitlistEntry);
  const place = document.querySelector<HTMLElement>("[data-kept-applications]");
  const entries = sentApplications();
  if (!place || entries.length === 0) return;
  const title = element("h2", "Sent from this browser");
  const list = document.createElement("ul");
  list.append(...entries.map((entry) => element("li", `${entry.name}, ${entry.email}`)));
  const clear = element("button", "Clear these copies");
  clear.className = "button button-plain";
  clear.setAttribute("type", "button");
  clear.addEventListener("click", () => {
    forgetSentApplications();
    place.hidden = true;
  });
  place.replaceChildren(title, list, clear);
  place.hidden = false;
}

function element(name: string, text: string): HTMLElement {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}
