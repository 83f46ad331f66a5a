/**
 * The page of a link that was made just now: the telephone's own share sheet where there is one, and
 * copying. Where the clipboard is refused, the link is selected, to be copied by hand.
 */
export function offerSharing(): void {
  const field = document.querySelector<HTMLInputElement>("input[data-link]");
  if (!field) return;
  const said = document.querySelector<HTMLElement>("[data-link-said]");
  const say = (text: string) => {
    if (said) said.textContent = text;
  };
  const sheet = document.querySelector<HTMLButtonElement>("[data-share-link]");
  if (sheet && typeof navigator.share === "function") {
    sheet.hidden = false;
    sheet.addEventListener("click", () => {
      // Closed without sending is no failure; whatever else goes wrong, the link can be copied.
      navigator.share({ url: field.value }).catch((error: Error) => {
        if (error.name !== "AbortError") select(field);
      });
    });
  }
  const copy = document.querySelector<HTMLButtonElement>("[data-copy-link]");
  if (!copy) return;
  copy.hidden = false;
  copy.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(field.value);
      say("The link is copied.");
    } catch {
      select(field);
      say("Your browser does not let us copy. The link is selected: copy it yourself.");
    }
  });
}

function select(field: HTMLInputElement): void {
  field.focus();
  field.select();
}
