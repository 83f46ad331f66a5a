// Links to a part of a page: whoever opens one for the first time, on a slow machine with a
// bad line, stands at that part when the page has arrived, and stays there.
import type { BrowserContextOptions, Page } from "@playwright/test";
import { expect, test } from "../support/fixtures.ts";
import { PUBLIC } from "../support/routes.ts";

/** Where the part is that the address names: pixels between the window's top and its own. */
interface Place {
  top: number;
  /** What the stylesheet keeps free above it. */
  padding: number;
  window: number;
  /** The page cannot be scrolled further. */
  end: boolean;
}

test("links to parts of pages lead there at the first visit, however slow the machine", async ({
  browser,
  page,
}, { project }) => {
  test.setTimeout(240_000);
  const anchors = await anchorsOf(page);
  expect(anchors).toContain("/#early-access");
  expect(anchors).toContain("/careers#join-our-team");
  expect(anchors).toContain("/privacy#photos");
  const screen = project.use as BrowserContextOptions;
  const { origin } = new URL(page.url());
  const missed: string[] = [];
  for (const anchor of anchors) {
    // A browser that was never here: nothing is in its cache.
    const context = await browser.newContext(screen);
    const visitor = await context.newPage();
    await slowDown(visitor);
    await visitor.goto(`${origin}${anchor}`);
    await hasSettled(visitor);
    const { top, padding, window, end } = await place(visitor);
    const there = Math.abs(top - padding) <= 2 || (end && top >= 0 && top < window);
    if (!there) missed.push(`${anchor} at ${top} of ${window} pixels instead of ${padding}`);
    await context.close();
  }
  expect(missed).toEqual([]);
});

/**
 * Links with a fragment on the public pages, the skip link aside: of a page's own list of its
 * parts the first and the last, of links from elsewhere each.
 */
async function anchorsOf(page: Page): Promise<string[]> {
  const found = new Set<string>();
  for (const path of PUBLIC) {
    await page.goto(path);
    const links = await page
      .locator('a[href*="#"]')
      .evaluateAll((all) => all.map((one) => (one as HTMLAnchorElement).href));
    const here: string[] = [];
    for (const link of links) {
      const { pathname, search, hash } = new URL(link);
      if (hash === "#main") continue;
      const to = `${pathname}${search}${hash}`;
      if (pathname === path) here.push(to);
      else found.add(to);
    }
    for (const to of [here.at(0), here.at(-1)]) if (to) found.add(to);
  }
  // Where the beta's gate leads.
  found.add("/#early-access");
  return [...found];
}

async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 100,
    downloadThroughput: 200_000,
    uploadThroughput: 100_000,
  });
}

/** Fonts and pictures that are near have come, and two frames were painted since. */
function hasSettled(page: Page): Promise<unknown> {
  return page.evaluate(async () => {
    await document.fonts.ready;
    for (let frame = 0; frame < 2; frame++)
      await new Promise((resolve) => requestAnimationFrame(resolve));
  });
}

function place(page: Page): Promise<Place> {
  return page.evaluate(() => {
    const root = document.documentElement;
    const part = document.querySelector(location.hash);
    const pixels = (value: string) => Number.parseFloat(value) || 0;
    return {
      top: part?.getBoundingClientRect().top ?? Number.NaN,
      padding:
        pixels(getComputedStyle(root).scrollPaddingBlockStart) +
        (part ? pixels(getComputedStyle(part).scrollMarginBlockStart) : 0),
      window: innerHeight,
      end: Math.ceil(scrollY + innerHeight) >= root.scrollHeight - 1,
    };
  });
}
