/**
 * What a page shows once its account is signed out: nothing of the person but words that the
 * server does not have, and not even those while another account is signed in.
 */
import type { UnsentWords } from "../generated/wire";

/**
 * An island shows its own words itself. A page that everyone may read stays, as visitors see it,
 * and so do the administrator's, whose answers are not the person's. `lost`: words that are
 * nowhere but in this page.
 */
export function showSignedOut(lost: UnsentWords[]): void {
  if (!tellIslands(lost.length === 0)) return;
  if (lost.length > 0) showLost(lost);
  else leave();
}

/** The words stay in the memory of the page, and are not shown. */
export function showAnotherAccount(lost: UnsentWords[]): void {
  tellIslands(true);
  if (lost.length === 0) {
    leave();
    return;
  }
  const words = "Another account is signed in, so what was being written here is not shown.";
  const then = "It comes back when its own account is signed in again in another tab.";
  showCard(make("p", "", `${words} ${then}`));
}

/** Whether no island shows it by itself. `kept`: none of its words are to be shown. */
function tellIslands(kept: boolean): boolean {
  const event = new CustomEvent("evernear:signed-out", { cancelable: true, detail: kept });
  return window.dispatchEvent(event);
}

function leave(): void {
  const { whenSignedOut } = document.body.dataset;
  if (whenSignedOut === "administrator") {
    for (const own of document.querySelectorAll(".top-hello, .top-credits, .side-out"))
      own.remove();
  } else if (whenSignedOut === "stay" && !written()) location.reload();
  else location.replace(wayIn());
}

/** Signing in, and back here. */
function wayIn(): string {
  const here = location.pathname + location.search;
  return `/auth?mode=signin&next=${encodeURIComponent(here)}`;
}

function make(tag: string, name: string, ...inside: (string | Node)[]): HTMLElement {
  const element = document.createElement(tag);
  element.className = name;
  element.append(...inside);
  return element;
}

/** The words alone, to be copied: this page is the only place where they are. */
export function showLost(lost: UnsentWords[]): void {
  const boxes = lost.flatMap(({ fields }) =>
    Object.values(fields).map((text) => {
      const box = make("textarea", "", text) as HTMLTextAreaElement;
      box.readOnly = true;
      box.rows = 4;
      return make("label", "field", "Not sent yet. Copy it if you still need it:", box);
    }),
  );
  const way = make("a", "button button-primary", "Sign In") as HTMLAnchorElement;
  way.href = wayIn();
  const words = "We could not keep what you were writing, so it stands here, and only here.";
  showCard(make("p", "", words), ...boxes, way);
}

function showCard(...inside: Node[]): void {
  const card = make("section", "card gate", make("h1", "", "You are signed out."), ...inside);
  card.dataset.lost = "";
  const main = make("main", "page page-center", card);
  main.id = "main";
  document.body.className = "shell shell-bare";
  document.body.replaceChildren(main);
}

/** Whether something stands in a field that a reload might leave there. */
function written(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement>("main :is(input, textarea)");
  return [...fields].some((field) => field.value !== field.defaultValue);
}
