// The landing page shows what is made, and an example may be the beginning.
import { expect, test } from "../support/fixtures.ts";
import { somebody } from "../support/people.ts";

test("a chosen moment changes the table, and waits in the conversation after signing up", async ({
  page,
  auth,
  creator,
}) => {
  await page.goto("/");
  const table = page.locator(".hero-print");
  const shown = table.locator("[data-moment] img:visible");
  const begin = page.locator(".hero-words a.button-primary:visible");
  await expect(begin).toHaveAttribute("href", "/auth?mode=signup");
  await expect(table).toContainText("A day at the beach until sunset");
  // By the keyboard, as any group of radio buttons.
  await page.getByRole("radio", { name: "Beach day" }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("radio", { name: "Concert" })).toBeChecked();
  await expect(table.getByText("Our first concert, singing along")).toBeVisible();
  await expect(table.getByText("A day at the beach until sunset")).toBeHidden();
  await expect(shown).toHaveCount(1);
  await expect(shown).toHaveAttribute("alt", "Concert");
  await expect(begin).toHaveCount(1);
  await begin.click();
  await auth.signUp(somebody());
  await expect(page).toHaveURL("/ai-creator?moment=concert");
  await creator.ready();
  await expect(creator.memoryBox).toHaveValue("Our first concert, singing along");
  await creator.send();
  await expect(creator.lines.first()).toContainText("Our first concert, singing along");
  await expect(creator.lines.nth(1)).toContainText("Assistant: ");
  // It was a beginning, and does not come again.
  await page.reload();
  await creator.ready();
  await expect(page.getByRole("textbox")).toHaveValue("");
});

test("the picture is there in the end, and at once where motion is unwelcome @once", async ({
  page,
}) => {
  const opacity = (selector: string) =>
    page
      .locator(`.hero ${selector}`)
      .first()
      .evaluate((one) => getComputedStyle(one).opacity);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/");
  expect(await opacity("[data-moment=beach-day] img")).toBe("1");
  expect(await opacity(".together-photo")).toBe("0");
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.goto("/");
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map((animation) => animation.finished)),
  );
  expect(await opacity("[data-moment=beach-day] img")).toBe("1");
  expect(await opacity(".together-photo")).toBe("0");
  const longest = await page.evaluate(() =>
    Math.max(
      ...document
        .getAnimations()
        .concat()
        .map((animation) => Number(animation.effect?.getComputedTiming().endTime ?? 0)),
      0,
    ),
  );
  expect(longest).toBeLessThan(4_000);
});
