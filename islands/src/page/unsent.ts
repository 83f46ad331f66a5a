/**
 * Words that are not sent yet: those of forms that say `data-unsent`, and those that an island
 * adds. On a shared phone the browser keeps none of them; the server does, for their writer.
 */
import type { UnsentWords } from "../generated/wire";
import { call, LINE_DROPPED } from "../lib/api";

/** The largest body of a request that outlives its page: browsers refuse more than 64 KiB in all. */
const MOST_BYTES = 60_000;

/** What is written on this page, each place by itself. */
export function unsent(): UnsentWords[] {
  const words: UnsentWords[] = [];
  for (const form of document.querySelectorAll<HTMLFormElement>("form[data-unsent]")) {
    const fields: UnsentWords["fields"] = {};
    let [written, given] = [false, false];
    for (const field of form.querySelectorAll<HTMLInputElement>(
      "[id]:is(input, select, textarea)",
    )) {
      if (field.value) fields[field.id] = field.value;
      // A choice alone is nobody's words.
      written ||= field.tagName !== "SELECT" && field.value.trim() !== "";
      given ||= Boolean(field.defaultValue);
    }
    const place = form.dataset.unsent ?? "";
    if (written) words.push({ place, fields });
    else if (given) words.push({ place, fields: {} });
  }
  window.dispatchEvent(new CustomEvent("evernear:unsent", { detail: words }));
  return words;
}

/** Those that say something and are not among these. */
export function without(words: UnsentWords[], others: UnsentWords[]): UnsentWords[] {
  const known = new Set(others.map((one) => JSON.stringify(one)));
  return words.filter((one) => !isEmpty(one) && !known.has(JSON.stringify(one)));
}

/** What of these the server has now. Fails where there is no line. */
export async function keepUnsent(words: UnsentWords[]): Promise<UnsentWords[]> {
  const kept: UnsentWords[] = [];
  for (const part of parts(words)) {
    const request = { words: part };
    const keepalive = bytes(JSON.stringify(request)) <= MOST_BYTES;
    const answer = await call("unsent/keep", request, { keepalive });
    if (!answer.ok) {
      if (answer.problem === LINE_DROPPED) throw new Error(LINE_DROPPED.message);
      continue;
    }
    // The places whose words it cannot keep.
    const refused = answer.value;
    kept.push(...part.filter(({ place }) => !refused.includes(place)));
  }
  return kept;
}

/** One of each place, that with words; as many in a request as it may hold. */
function parts(words: UnsentWords[]): UnsentWords[][] {
  const places = new Map<string, UnsentWords>();
  for (const one of words) {
    const known = places.get(one.place);
    if (!known || isEmpty(known)) places.set(one.place, one);
  }
  const all: UnsentWords[][] = [];
  let room = 0;
  for (const one of places.values()) {
    const size = bytes(JSON.stringify(one)) + 1;
    if (size > room) {
      all.push([]);
      room = MOST_BYTES - 20;
    }
    all.at(-1)?.push(one);
    room -= size;
  }
  return all;
}

const bytes = (text: string) => new TextEncoder().encode(text).length;

const isEmpty = ({ fields }: UnsentWords) => Object.keys(fields).length === 0;

/** Words that were given back are changed or cleared: what the server keeps follows. */
export function followUnsent(): void {
  document.addEventListener("change", ({ target }) => {
    const field = target as HTMLTextAreaElement;
    if (field.defaultValue && field.closest("form[data-unsent]"))
      keepUnsent(unsent()).catch(() => {});
  });
}
