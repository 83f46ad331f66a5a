import { expect, test } from "@playwright/test";

test("a visitor is greeted by a page with one heading", async ({ page }) => {
  const answer = await page.goto("/");
  expect(answer?.status()).toBe(200);
  await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
});
