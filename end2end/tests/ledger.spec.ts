// What people can follow: the badge, the history, the receipt.
import AxeBuilder from "@axe-core/playwright";
import { PricingPage } from "../pages/PricingPage.ts";
import { expect, test } from "../support/fixtures.ts";
import { makePicture } from "../support/memories.ts";

test("the history tells every change, and the receipt can be printed", async ({
  page,
  person,
  pricing,
}) => {
  await pricing.open("ZAR");
  await pricing.begin("Pro");
  await pricing.play(/^Pay R/);
  await page.waitForURL(/\/success/);
  expect(await makePicture(page.request, "Tea with Nan in her kitchen")).toBe(725);
  await page.goto("/credits");
  await expect(page.locator(".top-credits")).toHaveText("725 credits");
  const lines = page.locator(".ledger-line");
  await expect(lines).toHaveCount(4);
  await expect(lines.nth(0)).toContainText("Used for a memory “Tea with Nan");
  await expect(lines.nth(1)).toContainText("−25");
  await expect(lines.nth(2)).toContainText("Plan bought Pro, one month");
  await expect(lines.nth(2)).toContainText("+700");
  await expect(lines.nth(3)).toContainText("Welcome credits");
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download as CSV" }).click();
  expect((await download).suggestedFilename()).toBe("evernear-credits.csv");
  await page.getByRole("link", { name: "Receipt" }).click();
  await expect(page.getByRole("heading", { name: "Receipt" })).toBeVisible();
  await expect(page.getByText(person.email)).toBeVisible();
  await expect(page.getByText("R220.00").first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Print" })).toBeVisible();
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
});

test("the badge follows what another tab buys, and says when it does not know @once", async ({
  page,
  person,
  context,
}) => {
  await page.goto("/profile");
  const badge = page.locator(".top-credits b");
  await expect(badge, person.email).toHaveText("50");
  const other = await context.newPage();
  const there = new PricingPage(other);
  await there.open("USD");
  await there.begin("Starter");
  await there.play(/^Pay \$/);
  await other.waitForURL(/\/success/);
  await expect(badge).toHaveText("450");
  await context.route("**/api/credits/balance", (route) => route.abort());
  await page.bringToFront();
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(badge).toHaveText("--");
});
