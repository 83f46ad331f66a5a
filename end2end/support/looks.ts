// What every screen owes: nothing serious for axe, nothing that scrolls sideways.
import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** Nothing at all, for pages that are only read. */
export async function expectNothingWrong(page: Page, screen: string): Promise<void> {
  await expectAccessible(page, screen, ["minor", "moderate", "serious", "critical"]);
}

export async function expectAccessible(
  page: Page,
  screen: string,
  impacts = ["serious", "critical"],
): Promise<void> {
  // Colours are judged when they stand still; what waits pulses for ever.
  await page.evaluate(() => {
    const running = document.getAnimations();
    const ends = running.filter((one) => one.effect?.getComputedTiming().endTime !== Infinity);
    return Promise.allSettled(ends.map((one) => one.finished));
  });
  const { violations } = await new AxeBuilder({ page }).analyze();
  const grave = violations.filter(({ impact }) => impacts.includes(impact ?? "critical"));
  const told = grave.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" | ")}`);
  expect.soft(told, `${screen}, by axe`).toEqual([]);
  const width = page.viewportSize()?.width ?? 0;
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  expect.soft(wide, `${screen}, scrolled sideways`).toBeLessThanOrEqual(width);
}
