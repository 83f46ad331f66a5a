// A server of ours that sells through Paystack: its API is a local server that speaks the
// contract, and what browsers load from Paystack is answered at the network's edge.
import { type ChildProcess, spawn } from "node:child_process";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, expect } from "@playwright/test";
import { binary } from "./server.ts";

/** What the popup of the stubbed script does. */
export type Popup = "pays" | "closes" | "fails" | "missing";

export class PaystackShop {
  readonly sold: Record<string, unknown>[] = [];
  /** Whether customers have paid when the server asks. */
  paid = false;
  private constructor(
    readonly baseUrl: string,
    private readonly api: Server,
    private readonly server: ChildProcess,
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
    await new Promise<void>((resolve) => api.listen(0, "127.0.0.1", resolve));
    const probe = createServer();
    await new Promise<void>((resolve) => probe.listen(0, "127.0.0.1", resolve));
    const { port } = probe.address() as AddressInfo;
    await new Promise((resolve) => probe.close(resolve));
    const listen = `127.0.0.1:${port}`;
    const server = spawn(binary, ["serve"], {
      env: {
        ...process.env,
        EVERNEAR_LISTEN: listen,
        EVERNEAR_PUBLIC_URL: `http://${listen}`,
        EVERNEAR_DATA_DIR: join(tmpdir(), `evernear-paystack-${process.pid}`),
        EVERNEAR_PAYSTACK_SECRET_KEY: "sk_test_in_chromium",
        EVERNEAR_PAYSTACK_URL: `http://127.0.0.1:${(api.address() as AddressInfo).port}`,
      },
      stdio: "ignore",
    });
    shop = new PaystackShop(`http://${listen}`, api, server);
    const alive = async () => (await fetch(`http://${listen}/health/live`).catch(() => null))?.ok;
    await expect.poll(alive, { timeout: 30_000 }).toBe(true);
    return shop;
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

  close(): void {
    this.server.kill();
    this.api.close();
  }
}

async function json(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = "";
  for await (const chunk of request) text += chunk;
  return text ? (JSON.parse(text) as Record<string, unknown>) : {};
}
