/**
 * 'Keep me signed in' on the way through another party: the box belongs to the form, the way
 * is a link beside it.
 */
export function keepThroughProviders(): void {
  document.addEventListener("click", ({ target }) => {
    const way = target instanceof Element ? target.closest("a[data-provider]") : null;
    if (!(way instanceof HTMLAnchorElement)) return;
    const box = document.querySelector<HTMLInputElement>("input[name=keep]");
    const address = new URL(way.href);
    if (box?.checked) address.searchParams.set("keep", "yes");
    else address.searchParams.delete("keep");
    way.href = address.href;
  });
}
