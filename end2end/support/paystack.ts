// A server of ours that sells through Paystack: its API is a local server that speaks the
// contract, and what browsers load from Paystack is answered at the network's edge.
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { BrowserContext } from "@playwright/test";
import { type OwnServer, ownServer } from "./own.ts";
import { opened } from "./ports.ts";

/** What the popup of the stubbed script does. */
export type Popup = "pays" | "closes" | "fails" | "missing";

export class PaystackShop {
  readonly sold: Record<string, unknown>[] = [];
  /** Whether customers have paid when the server asks. */
  paid = false;
  private constructor(
    private readonly api: Server,
    private readonly server: OwnServer,
  ) {}

  static async open(): Promise<PaystackShop> {
    let shop: PaystackShop | undefined;
    const api = createServer(async (request, response) => {
      const answer = (data: object) => {
        response.setHeader("content-type", "application/json");
        response.end(JSON.stringify({ status: true, message: "OK", data }));
      };
      const body = await json(request);
      if (request.url === "/transaction/initialize") {
        shop?.sold.push(body);
        const reference = String(body.reference);
        const authorization_url = "https://checkout.paystack.com/x";
        answer({ authorization_url, access_code: `ac-${reference}`, reference });
      } else {
        const reference = request.url?.split("/").pop() ?? "";
        const sold = shop?.sold.find((one) => one.reference === reference);
        const status = shop?.paid ? "success" : "abandoned";
        answer({ ...sold, reference, status, metadata: "" });
      }
    });
    const url = `http://127.0.0.1:${await opened(api)}`;
    const server = await ownServer({
      EVERNEAR_PAYSTACK_SECRET_KEY: "sk_test_in_chromium",
      EVERNEAR_PAYSTACK_URL: url,
    });
    shop = new PaystackShop(api, server);
    return shop;
  }

  get baseUrl(): string {
    return this.server.base;
  }

  /** Everything from Paystack's hosts is answered here; nothing leaves the machine. */
  async stub(context: BrowserContext, popup: Popup): Promise<void> {
    await context.route(/paystack\.co/, (route) => {
      if (popup === "missing") return route.abort();
      const call = { pays: "onSuccess", closes: "onCancel", fails: "onError" }[popup];
      return route.fulfill({
        contentType: "text/javascript",
        body: `window.PaystackPop = class {
          resumeTransaction(code, callbacks) {
            document.documentElement.dataset.accessCode = code;
            callbacks.${call}({ status: "success" });
          }
        };`,
      });
    });
  }

  async close(): Promise<void> {
    await this.server.stop();
    this.api.close();
  }
}

async function json(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = "";
  for await (const chunk of request) text += chunk;
  return text ? (JSON.parse(text) as Record<string, unknown>) : {};
}
