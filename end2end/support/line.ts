// A line to the server: it can be cut, as in a tunnel, and another build can stand behind it.
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { opened } from "./ports.ts";
import { listen } from "./server.ts";

/** What another build says in the place of this one. */
export type Changed = (path: string, text: string) => string;

export class Line {
  readonly #server = createServer((asked, answer) => this.#pass(asked, answer));
  readonly #sockets = new Set<Socket>();
  #port = 0;
  #changed: Changed | null = null;

  private constructor() {
    this.#server.on("connection", (socket) => {
      this.#sockets.add(socket);
      socket.once("close", () => this.#sockets.delete(socket));
    });
  }

  static async open(): Promise<Line> {
    const line = new Line();
    line.#port = await opened(line.#server);
    return line;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** From now on nobody answers. */
  async cut(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  async mend(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(this.#port, "127.0.0.1", resolve));
  }

  /** From now on another build answers. */
  rebuild(changed: Changed): void {
    this.#changed = changed;
  }

  #pass(asked: IncomingMessage, answer: ServerResponse): void {
    const [hostname, port] = listen.split(":");
    // Text is changed as it is, not packed.
    const headers = { ...asked.headers, host: listen, "accept-encoding": "identity" };
    const path = asked.url ?? "/";
    const passed = request({ hostname, port, path, method: asked.method, headers }, (got) => {
      const changed = this.#changed;
      const isText = /^text\/(html|javascript)/.test(got.headers["content-type"] ?? "");
      if (!changed || !isText) {
        answer.writeHead(got.statusCode ?? 502, got.headers);
        got.pipe(answer);
        return;
      }
      let text = "";
      got.setEncoding("utf8");
      got.on("data", (part) => {
        text += part;
      });
      got.on("end", () => {
        const { "content-length": _, ...kept } = got.headers;
        answer.writeHead(got.statusCode ?? 502, kept);
        answer.end(changed(path, text));
      });
    });
    passed.on("error", () => answer.destroy());
    asked.on("error", () => passed.destroy());
    asked.pipe(passed);
  }
}
