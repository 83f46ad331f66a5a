// What the service worker looks at: pages and what its one page is drawn with, and nothing else.
import { beforeAll, beforeEach, expect, test, vi } from "vitest";

type Told = (event: object) => void;
const listeners: Record<string, Told> = {};
const kept = new Map<string, Response>();

const caches = {
  match: async (address: string) => kept.get(new URL(address, location.origin).pathname),
  keys: async () => ["evernear-shell-0", "evernear-shell-1", "somebody-else"],
  delete: vi.fn(async (_: string) => true),
};

beforeAll(async () => {
  const files = ["/assets/style-A.css"];
  vi.stubGlobal("shell", { build: "1", page: "/offline", files });
  vi.stubGlobal("addEventListener", (kind: string, told: Told) => {
    listeners[kind] = told;
  });
  await import("../src/serviceWorker");
});

beforeEach(() => {
  vi.stubGlobal("caches", caches);
  vi.stubGlobal("clients", { claim: async () => {} });
});

/** Its answer; nothing where the browser goes on as if it were not there. */
function asked(path: string, mode = "no-cors", method = "GET"): Promise<Response> | undefined {
  let answer: Promise<Response> | undefined;
  listeners.fetch?.({
    request: { url: new URL(path, location.origin).href, mode, method },
    respondWith: (given: Promise<Response>) => {
      answer = given;
    },
  });
  return answer;
}

test("it looks at no picture, no link, no call, no form and no other site", () => {
  for (const path of [
    "/media/photos/1",
    "/media/memories/1/film.mp4",
    "/m/0123/film.mp4",
    "/api/creator/state",
    "/assets/page-B.js",
    "https://elsewhere.example/assets/style-A.css",
  ])
    expect(asked(path), path).toBeUndefined();
  for (const path of ["/m/0123", "/p/0123", "/media/memories/1/film.mp4", "/incoming/1"])
    expect(asked(path, "navigate"), path).toBeUndefined();
  for (const path of ["/incoming", "/profile", "/m/0123", "/p/0123/photo"])
    expect(asked(path, "navigate", "POST"), path).toBeUndefined();
});

test("a page comes from the server, whatever it answers", async () => {
  for (const status of [200, 404, 500]) {
    vi.stubGlobal("fetch", async () => new Response("from the server", { status }));
    const answer = await asked("/dashboard", "navigate");
    expect([answer?.status, await answer?.text()]).toEqual([status, "from the server"]);
  }
});

test("where nobody answers, the one page says so with the policy it came with", async () => {
  vi.stubGlobal("fetch", async () => {
    throw new TypeError("Failed to fetch");
  });
  kept.set("/offline", new Response("no connection", { headers: { "X-Policy": "strict" } }));
  const answer = await asked("/dashboard", "navigate");
  expect([answer?.status, await answer?.text()]).toEqual([503, "no connection"]);
  expect(answer?.headers.get("X-Policy")).toBe("strict");
  kept.set("/assets/style-A.css", new Response("css"));
  expect(await (await asked("/assets/style-A.css"))?.text()).toBe("css");
});

test("caches of builds before go, and no other's", async () => {
  let work: Promise<unknown> = Promise.resolve();
  listeners.activate?.({
    waitUntil: (given: Promise<unknown>) => {
      work = given;
    },
  });
  await work;
  expect(caches.delete.mock.calls).toEqual([["evernear-shell-0"]]);
});
