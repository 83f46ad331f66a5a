/**
 * The plans on /pricing, from the moment that the page's script runs: what a window needs is read
 * meanwhile, and a button that was pressed before waits for it. Where it cannot be read, the form
 * leads through pages, as without script.
 */
export function sellPlans(): void {
  const forms = document.querySelectorAll<HTMLFormElement>("form[data-checkout]");
  if (forms.length === 0) return;
  const checkout = import("./checkout");
  // Told to whoever presses a button.
  checkout.catch(() => undefined);
  let buying = false;
  for (const form of forms) {
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      if (buying) return;
      buying = true;
      try {
        const { buy } = await checkout.catch(() => ({ buy: null }));
        if (buy) await buy(form);
        else form.submit();
      } finally {
        buying = false;
      }
    });
  }
}
