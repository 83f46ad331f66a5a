/**
 * Questions before something is given up: a form marked `data-asks` opens the dialog of
 * that id over the page. Without script the form leads to the page with the dialog open.
 */
export function askFirst(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>("form[data-asks]")) {
    const dialog = document.getElementById(form.dataset.asks ?? "");
    if (!(dialog instanceof HTMLDialogElement)) continue;
    if (dialog.open) {
      dialog.close();
      dialog.showModal();
    }
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      dialog.showModal();
    });
    for (const link of dialog.querySelectorAll("[data-closes-dialog]")) {
      link.addEventListener("click", (event) => {
        event.preventDefault();
        dialog.close();
      });
    }
  }
}
