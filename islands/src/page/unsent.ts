/**
 * Words that are not sent yet: those of forms that say `data-unsent`, and those that an island
 * adds. On a shared phone the browser keeps none of them; the server does, for their writer.
 */
export interface UnsentWords {
  place: string;
  fields: Record<string, string>;
}

/** What is written on this page; places without words say that there are none. */
export function unsent(): UnsentWords[] {
  const forms = document.querySelectorAll<HTMLFormElement>("form[data-unsent]");
  const places = new Map<string, UnsentWords["fields"]>();
  for (const form of forms) {
    const place = form.dataset.unsent ?? "";
    const fields = places.get(place) ?? {};
    places.set(place, fields);
    for (const field of form.querySelectorAll<HTMLInputElement>("[id]:is(input, select, textarea)"))
      if (field.value) fields[field.id] = field.value;
  }
  const words = [...places].map(([place, fields]) => ({ place, fields }));
  window.dispatchEvent(new CustomEvent("evernear:unsent", { detail: words }));
  return words;
}

/** Whether the server keeps them now. Fails where there is no line. */
export async function keepUnsent(words: UnsentWords[]): Promise<boolean> {
  if (words.length === 0) return true;
  const { ok } = await fetch("/api/unsent/keep", {
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: "application/json" },
    body: JSON.stringify({ words }),
    keepalive: true,
  });
  return ok;
}

/** Words that were given back are changed or cleared: what the server keeps follows. */
export function followUnsent(): void {
  document.addEventListener("change", ({ target }) => {
    const field = target as HTMLTextAreaElement;
    if (field.defaultValue && field.closest("form[data-unsent]"))
      keepUnsent(unsent()).catch(() => {});
  });
}
