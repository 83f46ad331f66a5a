// Evernear among the apps of a phone: what it is called there, what it shows without a connection,
// what it keeps, how it takes photos from the gallery, and that another build takes its place.
import type { Page } from "@playwright/test";
import { AuthPage } from "../pages/AuthPage.ts";
import { CreatorPage } from "../pages/CreatorPage.ts";
import { expect, test } from "../support/fixtures.ts";
import { Line } from "../support/line.ts";
import { expectAccessible } from "../support/looks.ts";
import { describeMemory, makePicture } from "../support/memories.ts";
import { signUp } from "../support/people.ts";
import { MAN, OLDER_WOMAN_HEIC, WOMAN } from "../support/photos.ts";
import { baseUrl } from "../support/server.ts";

test.use({ contextOptions: { reducedMotion: "reduce" }, serviceWorkers: "allow" });

/** The service worker looks at this page's requests. */
async function watched(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

/** Addresses in each cache of the browser, by its name. */
function caches(page: Page): Promise<Record<string, string[]>> {
  return page.evaluate(async () => {
    const found: Record<string, string[]> = {};
    for (const name of await window.caches.keys()) {
      const requests = await (await window.caches.open(name)).keys();
      found[name] = requests.map((request) => new URL(request.url).pathname);
    }
    return found;
  });
}

/** Hands files on as a phone does: a form that comes from no page of ours. */
async function handOn(page: Page, files: string[]): Promise<void> {
  await page.goto("about:blank");
  await page.setContent(
    `<form method="post" enctype="multipart/form-data" action="${baseUrl}/incoming">
       <input type="file" name="photos" multiple><button>Share</button>
     </form>`,
  );
  await page.locator("input").setInputFiles(files);
  await page.getByRole("button", { name: "Share" }).click();
}

test("the manifest is one that the browser takes @once", async ({ page, request }) => {
  await page.goto("/");
  const browser = await page.context().newCDPSession(page);
  const { errors, data, url } = await browser.send("Page.getAppManifest");
  expect(errors).toEqual([]);
  expect(new URL(url).pathname).toBe("/manifest.webmanifest");
  const manifest = JSON.parse(data ?? "{}");
  expect(manifest.share_target.action).toBe("/incoming");
  for (const { src, sizes } of manifest.icons) {
    const icon = await request.get(src);
    expect(icon.status(), src).toBe(200);
    if (sizes === "any") continue;
    const [width, height] = sizes.split("x").map(Number);
    const bytes = await icon.body();
    // As the head of a PNG says.
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], src).toEqual([width, height]);
    expect(bytes.length, `${src} is small`).toBeLessThan(10_000);
  }
});

test("without a connection one page says so, and goes on when it is back", async ({ browser }) => {
  const line = await Line.open();
  const context = await browser.newContext({ baseURL: line.url, reducedMotion: "reduce" });
  const page = await context.newPage();
  const failures: string[] = [];
  page.on("pageerror", (error) => failures.push(error.message));
  await signUp(page.request);
  await page.goto("/dashboard");
  await watched(page);
  await line.cut();
  const answer = await page.goto("/memories?q=lake");
  expect(answer?.status(), "no answer of the server is claimed").toBe(503);
  expect(new URL(page.url()).pathname).toBe("/memories");
  await expect(page.getByRole("heading", { name: "There is no connection" })).toBeVisible();
  // Drawn with what was kept.
  const mark = page.locator("main img");
  await expect(mark).toHaveJSProperty("complete", true);
  expect(await mark.evaluate((image) => (image as HTMLImageElement).naturalWidth)).not.toBe(0);
  const loaded = await page.evaluate(async () => {
    await document.fonts.ready;
    return document.fonts.check("17px Figtree Variable");
  });
  expect(loaded, "its type").toBe(true);
  const again = await page.getByRole("link", { name: "Try Again" }).boundingBox();
  expect(again?.height).toBeGreaterThanOrEqual(44);
  await expectAccessible(page, "no connection");
  await page.getByRole("link", { name: "Try Again" }).click();
  await expect(page.getByRole("heading", { name: "There is no connection" })).toBeVisible();
  // Pictures, links and calls fail as they do without a service worker.
  for (const path of ["/media/photos/none", "/m/0000", "/api/creator/state"]) {
    const reached = await page.evaluate(async (path) => {
      const answer = await fetch(path).catch(() => null);
      return answer?.status ?? null;
    }, path);
    expect(reached, path).toBeNull();
  }
  const link = await context.newPage();
  await expect(link.goto(`/m/${"0".repeat(40)}`)).rejects.toThrow(/net::ERR/);
  await link.close();
  await line.mend();
  await page.goto("/memories?q=lake");
  await expect(page.getByRole("heading", { name: "Your memories" })).toBeVisible();
  await line.cut();
  await page.goto("/dashboard");
  await line.mend();
  await page.getByRole("link", { name: "Try Again" }).click();
  await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible();
  expect(failures).toEqual([]);
  await context.close();
  await line.cut();
});

test("after a whole walk the browser keeps one page and nothing of a person", async ({
  page,
  person,
  creator,
}) => {
  await page.goto("/dashboard");
  await watched(page);
  await makePicture(page.request, `Tea with Nan and ${person.username}`);
  await page.goto("/memories");
  const memory = await page.locator("main a[href^='/memories/']").first().getAttribute("href");
  await page.goto(memory ?? "/");
  await expect(page.getByRole("figure", { name: /An imagined scene/ })).toBeVisible();
  await creator.open();
  await creator.memoryBox.fill("Words that were never sent");
  await page.goto("/profile");
  await creator.open();
  const kept = await caches(page);
  const [name] = Object.keys(kept);
  expect(Object.keys(kept)).toHaveLength(1);
  expect(name).toMatch(/^evernear-shell-[0-9a-f]{16}$/);
  const addresses = kept[name ?? ""] ?? [];
  expect(addresses).toHaveLength(6);
  const shell = /^\/(offline|assets\/(style|site|mark|[a-z-]+)-[^/]+\.(css|svg|woff2))$/;
  for (const address of addresses) expect(address).toMatch(shell);
  const texts = await page.evaluate(async () => {
    const answer = await window.caches.match("/offline", { ignoreVary: true });
    const databases = await indexedDB.databases();
    return { page: await answer?.text(), databases, local: Object.keys(localStorage) };
  });
  expect(texts.page).toContain("There is no connection");
  expect(texts.page).not.toContain(person.username);
  expect(texts.page).not.toContain("data-account");
  expect([texts.databases, texts.local]).toEqual([[], []]);
});

test("another build takes the place of this one @once", async ({ browser }) => {
  const line = await Line.open();
  const context = await browser.newContext({ baseURL: line.url });
  const page = await context.newPage();
  await signUp(page.request);
  await page.goto("/dashboard");
  await watched(page);
  const [first] = Object.keys(await caches(page));
  line.rebuild((path, text) => {
    if (path === "/service-worker.js") return text.replace(/"build":"\w+"/, '"build":"another"');
    return text
      .replace("There is no connection</h1>", "The line is down</h1>")
      .replace("Dashboard</h1>", "The other dashboard</h1>");
  });
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { name: "The other dashboard" })).toBeVisible();
  // Browsers look for another worker with every visit.
  await expect
    .poll(async () => Object.keys(await caches(page)))
    .toEqual(["evernear-shell-another"]);
  expect(first).not.toBe("evernear-shell-another");
  await line.cut();
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { name: "The line is down" })).toBeVisible();
  await context.close();
});

test("photos from the gallery are added once they are asked for", async ({
  page,
  person,
  creator,
}) => {
  await describeMemory(page.request, `By the lake with ${person.username}`);
  await handOn(page, [WOMAN, OLDER_WOMAN_HEIC]);
  await expect(page.getByRole("heading", { name: "Add these photos?" })).toBeVisible();
  for (const name of ["Photo 1 of 2", "Photo 2 of 2"]) {
    const photo = page.getByRole("img", { name });
    await expect(photo).toHaveJSProperty("complete", true);
    expect(await photo.evaluate((image) => (image as HTMLImageElement).naturalWidth)).not.toBe(0);
  }
  await expectAccessible(page, "photos that a phone handed on");
  await page.getByRole("button", { name: "Add to My Memory" }).click();
  await creator.ready();
  await creator.seePhotos(2);
  // Too many for the room that is left: told, and still there.
  await handOn(page, [WOMAN, MAN]);
  const address = page.url();
  await page.getByRole("button", { name: "Add to My Memory" }).click();
  await expect(page.getByRole("alert")).toContainText("room for one more photo, and these are two");
  await expectAccessible(page, "photos that do not fit");
  await page.getByRole("button", { name: "No, Delete Them" }).click();
  await expect(page.getByRole("heading", { name: "These photos are deleted" })).toBeVisible();
  await expectAccessible(page, "photos that were declined");
  await page.goto(address);
  await expect(
    page.getByRole("heading", { name: "These photos are not here any more." }),
  ).toBeVisible();
});

test("photos from the gallery survive signing in", async ({ page, browser }) => {
  const { project } = test.info();
  const person = await signUp(page.request);
  const { viewport, isMobile, hasTouch } = project.use;
  const phone = await browser.newContext({
    ...(viewport ? { viewport } : {}),
    ...(isMobile ? { isMobile } : {}),
    ...(hasTouch ? { hasTouch } : {}),
    baseURL: baseUrl,
    reducedMotion: "reduce",
  });
  const own = await phone.newPage();
  await handOn(own, [MAN, WOMAN]);
  await expect(own.getByRole("heading", { name: "Add these photos?" })).toBeVisible();
  await expectAccessible(own, "photos that a phone handed on, signed out");
  await own.getByRole("main").getByRole("link", { name: "Sign In" }).click();
  await new AuthPage(own).signIn(person);
  await expect(own.getByRole("heading", { name: "Add these photos?" })).toBeVisible();
  await own.getByRole("button", { name: "Add to My Memory" }).click();
  const creator = new CreatorPage(own);
  await creator.ready();
  await creator.seePhotos(2);
  await phone.close();
});

test("what is no photo is told in plain words @once", async ({ page }) => {
  await page.goto("about:blank");
  await page.setContent(
    `<form method="post" enctype="multipart/form-data" action="${baseUrl}/incoming">
       <input type="file" name="photos" multiple><button>Share</button>
     </form>`,
  );
  await page
    .locator("input")
    .setInputFiles({ name: "a.jpg", mimeType: "image/jpeg", buffer: Buffer.from("no photo") });
  await page.getByRole("button", { name: "Share" }).click();
  await expect(page.getByRole("heading", { name: "These photos did not arrive" })).toBeVisible();
  await expect(page.getByRole("alert")).toContainText("Only image files under 6MB are allowed.");
  await expectAccessible(page, "photos that did not arrive");
});
