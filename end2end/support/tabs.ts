// A Chromium whose tabs are really hidden when another one is in front. Playwright keeps
// every page visible, so this speaks the browser's own protocol over its pipe.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Duplex } from "node:stream";
import { expect } from "@playwright/test";
import { baseUrl, chromium } from "./server.ts";

interface Answer {
  id?: number;
  result?: Record<string, unknown>;
  error?: { message: string };
}

interface Waiting {
  resolve: (result: Record<string, unknown>) => void;
  reject: (error: Error) => void;
}

/** The browser as a person holds it: tabs, one of them in front. */
export class Browser {
  private asked = 0;
  private readonly waiting = new Map<number, Waiting>();
  private readonly profile = mkdtempSync(join(tmpdir(), "evernear-tabs-"));
  private readonly process: ChildProcess;
  private readonly out: Duplex;

  constructor() {
    const asRoot = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
    this.process = spawn(
      chromium,
      [
        "--headless=new",
        ...asRoot,
        ...["--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"],
        ...["--disable-background-networking", "--disable-component-update"],
        "--remote-debugging-pipe",
        `--user-data-dir=${this.profile}`,
      ],
      { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] },
    );
    const [, , , out, back] = this.process.stdio;
    this.out = out as Duplex;
    let text = "";
    (back as Duplex).on("data", (bytes: Buffer) => {
      text += bytes.toString();
      const parts = text.split("\0");
      text = parts.pop() ?? "";
      for (const part of parts) this.hear(JSON.parse(part) as Answer);
    });
  }

  private hear({ id, result, error }: Answer): void {
    const waiting = this.waiting.get(id ?? 0);
    this.waiting.delete(id ?? 0);
    if (error) waiting?.reject(new Error(error.message));
    else waiting?.resolve(result ?? {});
  }

  send(method: string, params = {}, sessionId?: string): Promise<Record<string, unknown>> {
    this.asked += 1;
    const id = this.asked;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.out.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    });
  }

  /** A new tab of ours, in front. */
  open(path: string): Promise<Tab> {
    return this.openAt(`${baseUrl}${path}`);
  }

  /** A new tab with something else, in front. */
  elsewhere(): Promise<Tab> {
    return this.openAt("about:blank");
  }

  private async openAt(url: string): Promise<Tab> {
    const made = await this.send("Target.createTarget", { url });
    const targetId = String(made.targetId);
    const attached = await this.send("Target.attachToTarget", { targetId, flatten: true });
    const tab = new Tab(this, targetId, String(attached.sessionId));
    await tab.ready();
    return tab;
  }

  async close(): Promise<void> {
    const gone = new Promise((resolve) => this.process.once("exit", resolve));
    await this.send("Browser.close");
    await gone;
    rmSync(this.profile, { recursive: true, force: true });
  }
}

/** One tab. */
export class Tab {
  constructor(
    private readonly browser: Browser,
    private readonly target: string,
    private readonly session: string,
  ) {}

  /** Asks the page; one that is on its way to the next is asked again. */
  async ask<T>(expression: string): Promise<T> {
    const asked = { expression, returnByValue: true, awaitPromise: true, userGesture: true };
    for (;;) {
      try {
        const answer = await this.browser.send("Runtime.evaluate", asked, this.session);
        if (!answer.exceptionDetails) return (answer.result as { value: T }).value;
        throw new Error(JSON.stringify(answer.exceptionDetails));
      } catch (error) {
        if (!/context|navigated/i.test(String(error))) throw error;
      }
    }
  }

  /** In front of all others; those are hidden then. */
  async front(): Promise<void> {
    await this.browser.send("Target.activateTarget", { targetId: this.target });
    await expect.poll(() => this.ask("document.visibilityState")).toBe("visible");
  }

  async close(): Promise<void> {
    await this.browser.send("Target.closeTarget", { targetId: this.target });
  }

  /** Its page is whole and its scripts ran. */
  async ready(): Promise<void> {
    await expect.poll(() => this.ask("document.readyState")).toBe("complete");
  }

  path(): Promise<string> {
    return this.ask("location.pathname");
  }

  text(): Promise<string> {
    return this.ask("document.body?.innerText ?? ''");
  }

  /** A click as a mouse makes it. */
  async click(selector: string): Promise<void> {
    const find = `(() => { const e = document.querySelector(${JSON.stringify(selector)}); if (!e) return null;
      e.scrollIntoView({ block: "center" }); const r = e.getBoundingClientRect();
      return { x: r.x + r.width / 2, y: r.y + r.height / 2 }; })()`;
    await expect.poll(() => this.ask(find), `${selector} is there`).not.toBeNull();
    const at = await this.ask<{ x: number; y: number }>(find);
    for (const type of ["mousePressed", "mouseReleased"]) {
      const event = { type, ...at, button: "left", clickCount: 1 };
      await this.browser.send("Input.dispatchMouseEvent", event, this.session);
    }
  }

  /** Types into a field as the page's person would. */
  async fill(selector: string, value: string): Promise<void> {
    const there = `!!document.querySelector(${JSON.stringify(selector)})`;
    await expect.poll(() => this.ask(there), `${selector} is there`).toBe(true);
    await this.ask(`document.querySelector(${JSON.stringify(selector)}).focus()`);
    await this.browser.send("Input.insertText", { text: value }, this.session);
  }
}
