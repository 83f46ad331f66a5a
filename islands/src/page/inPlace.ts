/**
 * Forms that everyone may send (/register, /contact): the answer takes the place of what
 * `main` shows, so the page stays where it is and says what came of it. What the server
 * sends is the same page that a browser without script gets; an answer from elsewhere is
 * gone to, as that browser would.
 */
const DROPPED = "The connection dropped. Nothing is lost; please try again.";

/** `arrived` looks at what a new answer brought. */
export function answerInPlace(arrived: () => void): void {
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (event.defaultPrevented || !(form instanceof HTMLFormElement)) return;
    if (form.dataset.inPlace === undefined) return;
    event.preventDefault();
    void send(form).then((sent) => {
      if (sent) arrived();
    });
  });
}

async function send(form: HTMLFormElement): Promise<boolean> {
  let answer: Response;
  let page: string;
  try {
    const body = new URLSearchParams();
    for (const [name, value] of new FormData(form)) body.append(name, String(value));
    answer = await fetch(form.action, { method: "POST", body, headers: { Accept: "text/html" } });
    page = await answer.text();
  } catch {
    idle(form);
    say(form, DROPPED);
    return false;
  }
  const there = new URL(answer.url || form.action);
  const main = new DOMParser().parseFromString(page, "text/html").querySelector("main");
  const here = document.querySelector("main");
  // An answer without the form is the page of a fault: only it has nothing to lose.
  if (there.pathname !== location.pathname || !main?.querySelector("[data-in-place]") || !here) {
    idle(form);
    if (answer.ok) location.assign(there.href);
    else say(form, main?.querySelector("h1")?.textContent ?? DROPPED);
    return false;
  }
  here.replaceChildren(...main.childNodes);
  show(here.querySelector<HTMLElement>(".notice"));
  return true;
}

/** As a notice above the form, in the place of the one before. */
function say(form: HTMLFormElement, text: string): void {
  const notice = document.createElement("p");
  notice.className = "notice notice-danger";
  notice.setAttribute("role", "alert");
  const icon = document.createElement("span");
  icon.className = "icon icon-alert";
  const words = document.createElement("span");
  words.textContent = text;
  notice.append(icon, words);
  const before = form.previousElementSibling;
  if (before?.classList.contains("notice")) before.replaceWith(notice);
  else form.before(notice);
  show(notice);
}

/** Read out and in sight, wherever the person was in the form. */
function show(notice: HTMLElement | null): void {
  if (!notice) return;
  notice.tabIndex = -1;
  notice.focus({ preventScroll: true });
  notice.scrollIntoView({ block: "nearest" });
}

function idle(form: HTMLFormElement): void {
  for (const button of form.querySelectorAll<HTMLButtonElement>("[data-idle-label]")) {
    button.textContent = button.dataset.idleLabel ?? "";
    button.removeAttribute("aria-busy");
    delete button.dataset.idleLabel;
  }
}
