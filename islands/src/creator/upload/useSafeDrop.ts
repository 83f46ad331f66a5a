import { useEffect } from "react";

/** A photo dropped beside the drop area must not replace the page with itself. */
export function useSafeDrop(): void {
  useEffect(() => {
    const hold = (event: Event) => event.preventDefault();
    window.addEventListener("dragover", hold);
    window.addEventListener("drop", hold);
    return () => {
      window.removeEventListener("dragover", hold);
      window.removeEventListener("drop", hold);
    };
  }, []);
}
