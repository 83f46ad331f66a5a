/**
 * The service worker: while Evernear cannot be reached, a page that says so. It keeps that page and
 * the styles and fonts it is drawn with, which are the same for everybody, and nothing else: no page
 * of a person, no picture, no words. Online every page comes from the server, so none is stale. The
 * server writes `shell` before this script (`server/src/web/site/service_worker.rs`); with anything of
 * it the script changes, and browsers take the new one at once.
 */

interface Shell {
  /** Names the build: another one has a cache of its own. */
  build: string;
  /** The page that is shown offline. */
  page: string;
  /** What it is drawn with; their names change with what is in them. */
  files: string[];
}

/** What of the types of workers is used here; TypeScript has them or those of pages. */
interface LastingEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface FetchEvent extends LastingEvent {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface Worker {
  readonly shell: Shell;
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(kind: "install" | "activate", told: (event: LastingEvent) => void): void;
  addEventListener(kind: "fetch", told: (event: FetchEvent) => void): void;
}

const worker = self as unknown as Worker;
const { build, page, files } = worker.shell;
const NAMES = "evernear-shell-";
const NAME = NAMES + build;
/** Links, pictures and films, calls: not even looked at. */
const UNTOUCHED = ["/m/", "/p/", "/media/", "/api/", "/incoming"];
const ANYHOW = { ignoreVary: true };

worker.addEventListener("install", (event) => event.waitUntil(keepShell()));
worker.addEventListener("activate", (event) => event.waitUntil(takeOver()));
worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (UNTOUCHED.some((start) => pathname.startsWith(start))) return;
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(offline));
  else if (files.includes(pathname)) event.respondWith(kept(request));
});

/** Without cookies, so that the server makes it for nobody in particular. */
async function keepShell(): Promise<void> {
  const cache = await caches.open(NAME);
  const fresh = new Request(page, { credentials: "omit", cache: "reload" });
  const others = files.map((file) => new Request(file, { credentials: "omit" }));
  await cache.addAll([fresh, ...others]);
  await worker.skipWaiting();
}

async function takeOver(): Promise<void> {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(NAMES) && name !== NAME);
  await Promise.all(old.map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/** With the status of a server that cannot be reached, not that of an answer. */
async function offline(): Promise<Response> {
  const found = await inShell(page);
  if (!found) return Response.error();
  const { headers } = found;
  return new Response(found.body, { status: 503, statusText: "Offline", headers });
}

async function kept(request: Request): Promise<Response> {
  return (await inShell(request.url)) ?? fetch(request);
}

async function inShell(address: string): Promise<Response | undefined> {
  return caches.match(address, { ...ANYHOW, cacheName: NAME });
}

// A file of its own for TypeScript; no import, so that browsers take it as it is.
export {};
