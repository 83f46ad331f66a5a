import { useEffect, useRef } from "react";

/** When what is shown becomes another thing, it begins at its top, its heading in focus. */
export function useTop(shown: unknown): void {
  const last = useRef(shown);

  useEffect(() => {
    if (last.current === shown) return;
    last.current = shown;
    window.scrollTo(0, 0);
    document.querySelector<HTMLElement>("[data-island] h1")?.focus({ preventScroll: true });
  }, [shown]);
}
