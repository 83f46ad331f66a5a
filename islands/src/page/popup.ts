/** Paystack's inline popup, resumed by the access code that our server was given. */
import type { WindowResult } from "./windowResult";

interface Callbacks {
  onSuccess: () => void;
  onCancel: () => void;
  onError: () => void;
}

declare global {
  interface Window {
    PaystackPop?: new () => { resumeTransaction: (code: string, callbacks: Callbacks) => void };
  }
}

/** Opens it and answers when it ends; `missing` when its script is not there. */
export function openPopup(accessCode: string): Promise<WindowResult> {
  const Popup = window.PaystackPop;
  if (!Popup) return Promise.resolve("missing");
  return new Promise((resolve) => {
    try {
      new Popup().resumeTransaction(accessCode, {
        onSuccess: () => resolve("success"),
        onCancel: () => resolve("closed"),
        onError: () => resolve("failed"),
      });
    } catch {
      // It did not even open; what came of the payment is asked of the server all the same.
      resolve("failed");
    }
  });
}
