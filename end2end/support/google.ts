// A party that speaks as Google does, with a page of its own on another site: whoever comes
// is asked who they are, and sent back with a code that is good once.
import { createHash, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { opened } from "./ports.ts";

interface Leave {
  challenge: string;
  back: string;
  email: string;
}

export class GoogleStub {
  private readonly codes = new Map<string, Leave>();
  private readonly people = new Map<string, string>();
  private readonly server: Server = createServer((request, response) => {
    void this.answer(request, response);
  });
  /** Where it is. Another name of this machine: to a browser another site. */
  url = "";

  static async open(): Promise<GoogleStub> {
    const stub = new GoogleStub();
    stub.url = `http://localhost:${await opened(stub.server)}`;
    return stub;
  }

  /** What a server of ours is told of it. */
  get configuration(): Record<string, string> {
    return {
      EVERNEAR_GOOGLE_CLIENT_ID: "evernear",
      EVERNEAR_GOOGLE_CLIENT_SECRET: "between the two",
      EVERNEAR_GOOGLE_URL: this.url,
    };
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? "/", this.url);
    if (pathname === "/authorize") ask(searchParams, response);
    else if (pathname === "/chosen") this.sendBack(searchParams, response);
    else if (pathname === "/token") this.exchange(await form(request), response);
    else this.say(request, response);
  }

  private sendBack(chosen: URLSearchParams, response: ServerResponse): void {
    const text = (name: string) => chosen.get(name) ?? "";
    const back = new URL(text("redirect_uri"));
    back.searchParams.set("state", text("state"));
    if (chosen.has("email")) {
      const code = randomUUID();
      const [challenge, email] = [text("code_challenge"), text("email")];
      this.codes.set(code, { challenge, back: text("redirect_uri"), email });
      back.searchParams.set("code", code);
    } else {
      back.searchParams.set("error", "access_denied");
    }
    response.writeHead(302, { location: back.href }).end();
  }

  private exchange(told: URLSearchParams, response: ServerResponse): void {
    const leave = this.codes.get(told.get("code") ?? "");
    this.codes.delete(told.get("code") ?? "");
    const verifier = createHash("sha256").update(told.get("code_verifier") ?? "");
    const good =
      leave?.challenge === verifier.digest("base64url") &&
      leave.back === told.get("redirect_uri") &&
      told.get("client_secret") === this.configuration.EVERNEAR_GOOGLE_CLIENT_SECRET;
    const access_token = randomUUID();
    if (good) this.people.set(access_token, leave.email);
    const answer = good ? { access_token, token_type: "Bearer" } : { error: "invalid_grant" };
    json(response, good ? 200 : 400, answer);
  }

  private say(request: IncomingMessage, response: ServerResponse): void {
    const token = (request.headers.authorization ?? "").replace("Bearer ", "");
    const email = this.people.get(token);
    const known = { sub: `of-${email}`, email, email_verified: true, name: "Thandi" };
    json(response, email ? 200 : 401, email ? known : {});
  }
}

/** The page on which somebody says who they are, or that they would rather not. */
function ask(query: URLSearchParams, response: ServerResponse): void {
  const kept = ["redirect_uri", "state", "code_challenge"].map(
    (name) => `<input type="hidden" name="${name}" value="${query.get(name)}">`,
  );
  response.setHeader("content-type", "text/html");
  response.end(`<title>Choose an account</title>
    <form action="/chosen">${kept.join("")}<input name="email" aria-label="Account"><button>Go on</button></form>
    <form action="/chosen">${kept.join("")}<button>Cancel</button></form>`);
}

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

async function form(request: IncomingMessage): Promise<URLSearchParams> {
  let text = "";
  for await (const chunk of request) text += chunk;
  return new URLSearchParams(text);
}
