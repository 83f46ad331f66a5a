import { type RefObject, useLayoutEffect, useRef } from "react";
import { prefersStill } from "../../lib/motion";

const GROW_MS = 700;

/** When what `shown` says changes, the element moves from where it was, in its size there, to its new place. */
export function useGrow(element: RefObject<HTMLElement | null>, shown: unknown): void {
  const before = useRef<DOMRect | null>(null);
  const last = useRef(shown);

  useLayoutEffect(() => {
    const now = element.current?.getBoundingClientRect();
    const then = before.current;
    before.current = now ?? null;
    if (last.current === shown) return;
    last.current = shown;
    if (!now?.width || !then?.width || prefersStill()) return;
    const scale = then.width / now.width;
    const from = `translate(${then.left - now.left}px, ${then.top - now.top}px) scale(${scale})`;
    element.current?.animate?.(
      { transform: [from, "none"], transformOrigin: ["0 0", "0 0"] },
      { duration: GROW_MS, easing: "cubic-bezier(0.2, 0, 0.1, 1)" },
    );
  });
}
