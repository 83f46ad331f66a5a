/** Fills in the browser's time zone where nobody has said another one. */
export function tellTimeZone(zone = Intl.DateTimeFormat().resolvedOptions().timeZone): void {
  for (const field of document.querySelectorAll<HTMLInputElement>("[data-time-zone]")) {
    field.value = zone;
  }
}
