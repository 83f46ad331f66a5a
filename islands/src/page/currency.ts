/**
 * Prices by the browser's time zone: rand in South Africa, dollars elsewhere, unless the
 * person has chosen by a link. Without script they are in dollars.
 */
export function choosePrices(
  zone = Intl.DateTimeFormat().resolvedOptions().timeZone,
  query = location.search,
): void {
  if (zone !== "Africa/Johannesburg" || new URLSearchParams(query).has("currency")) return;
  for (const price of document.querySelectorAll<HTMLElement>("[data-zar]")) {
    price.textContent = price.dataset.zar ?? "";
  }
  for (const field of document.querySelectorAll<HTMLInputElement>("[data-currency-value]")) {
    field.value = "ZAR";
  }
  for (const link of document.querySelectorAll<HTMLElement>("[data-currency]")) {
    if (link.dataset.currency === "ZAR") link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
}
