/** The sandbox's window: a page of ours in a frame, in a dialog over the page. */
import type { WindowResult } from "./windowResult";

const RESULTS = ["success", "failed", "closed", "processing"];

/** Opens it and answers when it ends; closing the dialog ends it too. */
export function openFrame(address: string): Promise<WindowResult> {
  return new Promise((resolve) => {
    const dialog = document.createElement("dialog");
    dialog.className = "dialog payment-dialog light";
    dialog.setAttribute("aria-label", "Payment window");
    const close = document.createElement("button");
    close.type = "button";
    close.className = "button button-plain button-icon payment-close";
    close.setAttribute("aria-label", "Close the payment window");
    const icon = document.createElement("span");
    icon.className = "icon icon-close";
    close.append(icon);
    const frame = document.createElement("iframe");
    frame.title = "Sandbox payment";
    frame.src = `${address}?embedded=1`;
    dialog.append(close, frame);

    const end = (result: WindowResult) => {
      window.removeEventListener("message", heard);
      dialog.remove();
      resolve(result);
    };
    const heard = ({ origin, source, data }: MessageEvent) => {
      if (origin !== location.origin || source !== frame.contentWindow) return;
      const result: unknown = data?.evernearWindow;
      if (typeof result === "string" && RESULTS.includes(result)) end(result as WindowResult);
    };
    close.addEventListener("click", () => dialog.close());
    dialog.addEventListener("close", () => end("closed"));
    window.addEventListener("message", heard);
    document.body.append(dialog);
    dialog.showModal();
  });
}

/** Inside the frame: tells the page around it how it ended. */
export function tellAround(): void {
  const ended = document.querySelector<HTMLElement>("[data-window-result]");
  if (!ended || window.parent === window) return;
  window.parent.postMessage({ evernearWindow: ended.dataset.windowResult }, location.origin);
}
