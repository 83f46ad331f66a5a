// Light and dark: by the device, and by what the person chose.
import { expect, test } from "../support/fixtures.ts";
import { expectAccessible } from "../support/looks.ts";
import { signUp } from "../support/people.ts";
import { PUBLIC, SIGNED_IN } from "../support/routes.ts";

const NIGHT = "rgb(20, 17, 15)";
const DAY = "rgb(251, 247, 241)";

const behind = "getComputedStyle(document.documentElement).backgroundColor";

test.describe("@once by daylight", () => {
  test.use({ colorScheme: "light", contextOptions: { reducedMotion: "reduce" } });

  test("every page can be read", async ({ page }) => {
    // Some thirty pages, each looked at by axe.
    test.setTimeout(240_000);
    for (const path of [...PUBLIC, "/style"]) {
      await page.goto(path);
      expect(await page.evaluate(behind), path).toBe(DAY);
      await expectAccessible(page, path);
    }
    await signUp(page.request);
    for (const path of SIGNED_IN) {
      await page.goto(path);
      await expectAccessible(page, path);
    }
  });

  test("one signs in at a dark card, and the logo is seen on it", async ({ page }) => {
    await page.goto("/auth?mode=signin");
    const card = page.locator(".gate");
    await expect(card).toHaveCSS("background-color", "rgb(27, 23, 20)");
    await expect(card.getByRole("heading", { level: 1 })).toHaveCSS("color", "rgb(244, 236, 226)");
  });
});

test("what a person chose counts on all of their pages, whatever the device says", async ({
  page,
  person,
  browser,
}, { project }) => {
  const device = project.use.colorScheme === "dark" ? NIGHT : DAY;
  const other = device === NIGHT ? { name: "Light", colour: DAY } : { name: "Dark", colour: NIGHT };
  await page.goto("/profile");
  const themes = page.getByRole("region", { name: "Light or dark" });
  const pressed = themes.locator("[aria-pressed=true]");
  await expect(pressed).toHaveText("As on this device");
  expect(await page.evaluate(behind)).toBe(device);
  await themes.getByRole("button", { name: other.name }).click();
  await expect(pressed).toHaveText(other.name);
  for (const path of ["/profile", "/", "/dashboard", "/ai-creator"]) {
    await page.goto(path);
    expect(await page.evaluate(behind), path).toBe(other.colour);
  }
  // On another device of theirs, too; and no longer once they have left.
  const elsewhere = await browser.newContext({ colorScheme: project.use.colorScheme ?? null });
  const visitor = await elsewhere.newPage();
  await visitor.goto("/auth?mode=signin");
  await visitor.getByLabel("Email address").fill(person.email);
  await visitor.getByLabel("Your Password").fill(person.password);
  await visitor.getByRole("button", { name: "Sign in", exact: true }).click();
  await visitor.waitForURL("/dashboard");
  expect(await visitor.evaluate(behind)).toBe(other.colour);
  await elsewhere.close();
  await page.goto("/profile");
  await themes.getByRole("button", { name: "As on this device" }).click();
  await expect(pressed).toHaveText("As on this device");
  expect(await page.evaluate(behind)).toBe(device);
});
