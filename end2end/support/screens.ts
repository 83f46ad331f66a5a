// Where the pictures of screens go, and their names in the order of the way.
import { mkdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";

/** Outside the checkout unless `EVERNEAR_SCREENSHOTS` says otherwise. */
export const screensFolder = process.env.EVERNEAR_SCREENSHOTS ?? join(tmpdir(), "evernear-screens");

/**
 * Takes pictures named `01-landing-390.png`: of the whole page, in a window as high as it
 * is, so that what sticks to the window's edges stands at the page's.
 */
export function camera(page: Page) {
  let taken = 0;
  return async (screen: string, whole = true): Promise<void> => {
    taken += 1;
    const number = String(taken).padStart(2, "0");
    const window = page.viewportSize() ?? { width: 0, height: 0 };
    await mkdir(screensFolder, { recursive: true });
    const high = await page.evaluate(() => document.documentElement.scrollHeight);
    if (whole) await page.setViewportSize({ ...window, height: Math.max(high, window.height) });
    await page.screenshot({ path: join(screensFolder, `${number}-${screen}-${window.width}.png`) });
    if (whole) await page.setViewportSize(window);
  };
}
