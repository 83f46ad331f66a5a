/** A server that a test answers for: each call waits for its handler. */
import { vi } from "vitest";
import { cutOut } from "./makers";

type Handler = (body: Record<string, unknown>) => unknown;

export class Refusal {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly message = code,
    readonly credits: number | null = null,
  ) {}
}

/** What a test need not answer for: everybody is cut out well. */
const DEFAULTS: Record<string, Handler> = {
  "creator/cut_out": ({ photo }) => cutOut(String(photo)),
};

export const DOWN = Symbol("the line is down");

export function fakeServer(handlers: Record<string, Handler>) {
  const calls: { path: string; body: Record<string, unknown> }[] = [];
  vi.stubGlobal("fetch", async (address: string, init: RequestInit) => {
    const path = address.replace("/api/", "");
    const body = JSON.parse(String(init.body)) as Record<string, unknown>;
    calls.push({ path, body });
    const handler = handlers[path] ?? DEFAULTS[path];
    if (!handler) throw new Error(`no answer for ${path}`);
    const answer = await handler(body);
    if (answer === DOWN) throw new TypeError("Failed to fetch");
    if (typeof answer === "string") return new Response(answer, { status: 502 });
    if (answer instanceof Refusal) {
      const { status, code, message, credits } = answer;
      return Response.json({ code, message, credits }, { status });
    }
    return Response.json(answer);
  });
  return {
    calls,
    to: (path: string) => calls.filter((call) => call.path === path).map((call) => call.body),
  };
}

/** Uploads that a test finishes by hand. */
export function fakeUploads() {
  const sent: FakeRequest[] = [];
  class FakeRequest {
    upload: { onprogress: ((event: ProgressEvent) => void) | null } = { onprogress: null };
    onload: (() => void) | null = null;
    onerror: (() => void) | null = null;
    onabort: (() => void) | null = null;
    ontimeout: (() => void) | null = null;
    timeout = 0;
    status = 0;
    responseText = "";
    address = "";
    headers: Record<string, string> = {};
    body: unknown;
    open(_method: string, address: string) {
      this.address = address;
    }
    setRequestHeader(name: string, value: string) {
      this.headers[name] = value;
    }
    send(body: unknown) {
      this.body = body;
      sent.push(this);
    }
    abort() {
      this.onabort?.();
    }
    answer(status: number, body: unknown) {
      this.status = status;
      this.responseText = JSON.stringify(body);
      this.onload?.();
    }
  }
  vi.stubGlobal("XMLHttpRequest", FakeRequest);
  return sent;
}
