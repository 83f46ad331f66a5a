// Where things stand on screens of every size.
import { expect, test } from "../support/fixtures.ts";
import { addPhotos, describeMemory, makePicture } from "../support/memories.ts";
import { signUp } from "../support/people.ts";
import { MAN, WOMAN } from "../support/photos.ts";
import { PUBLIC, SIGNED_IN } from "../support/routes.ts";

const WIDTHS = [320, 390, 768, 1280, 1920];

test("@once no page is wider than its screen, whatever the width and the theme", async ({
  page,
}) => {
  test.setTimeout(240_000);
  const look = async (path: string) => {
    await page.goto(path);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        expect.soft(wide, `${path} at ${width}, ${colorScheme}`).toBeLessThanOrEqual(width);
      }
    }
  };
  for (const path of PUBLIC) await look(path);
  await signUp(page.request);
  for (const path of SIGNED_IN) await look(path);
  await makePicture(page.request, "Tea with Nan in her kitchen");
  for (const path of ["/dashboard", "/memories", "/credits"]) await look(path);
  await page.goto("/dashboard");
  const memory = await page.locator(".memory").getAttribute("href");
  expect(memory).toMatch(/^\/memories\//);
  await look(memory ?? "");
  await describeMemory(page.request, "Walking along the beach at sunset with Gran");
  await addPhotos(page.request, [WOMAN, MAN]);
  await look("/ai-creator");
});

test("@once the way around the site takes little of a visitor's screen, and names its places", async ({
  page,
}) => {
  await page.goto("/");
  const around = page.getByRole("navigation", { name: "Main" });
  const links = around.getByRole("link");
  await expect(links).toHaveText(["Home", "Dashboard", "Pricing", "Profile"]);
  const rail = await around.boundingBox();
  expect(rail?.width).toBe(72);
  const widths = await links.evaluateAll((all) => all.map((one) => one.scrollWidth));
  expect(Math.max(...widths), "names are whole").toBeLessThanOrEqual(72);
});

test("Create stands in the middle of a phone's tabs, and signing out on the profile", async ({
  page,
  person,
}, { project }) => {
  expect(person.email).not.toBe("");
  const phone = project.name === "phone";
  await page.goto("/profile");
  const tabs = page.getByRole("navigation", { name: "Main" });
  const shown = tabs.getByRole("link").filter({ visible: true });
  const names = ["Home", "Dashboard", "Pricing", "Profile"];
  await expect(shown).toHaveText(phone ? names.toSpliced(2, 0, "Create") : names);
  const out = page.getByRole("button", { name: "Sign Out" }).filter({ visible: true });
  await expect(out).toHaveCount(1);
  await expect(out).toBeInViewport({ ratio: 1 });
  await expect(tabs.getByRole("button", { name: "Sign Out" })).toBeVisible({ visible: !phone });
});

test("the newest memory hangs twice as wide as the others", async ({ page, person }, {
  project,
}) => {
  expect(person.email).not.toBe("");
  await makePicture(page.request, "Tea with Nan in her kitchen");
  await makePicture(page.request, "Walking along the beach at sunset with Gran");
  await page.goto("/dashboard");
  const places = page.locator(".wall > li");
  await expect(places).toHaveCount(2);
  const [newest, older] = await places.evaluateAll((all) =>
    all.map((one) => one.getBoundingClientRect()),
  );
  // On a phone it has the row for itself.
  expect(newest?.width).toBeGreaterThan(2 * (older?.width ?? Number.POSITIVE_INFINITY));
  expect(newest?.width).toBeLessThan(2.5 * (older?.width ?? 0));
  if (project.name === "phone") expect(older?.top).toBeGreaterThan(newest?.bottom ?? 0);
  else expect(older?.top).toBe(newest?.top);
});

test("@once headings are one line where a keyboard leaves little height", async ({
  page,
  person,
  creator,
}) => {
  expect(person.email).not.toBe("");
  await page.setViewportSize({ width: 320, height: 400 });
  await creator.open();
  const lines = () =>
    creator.chatHeading.evaluate((one) => {
      const { lineHeight } = getComputedStyle(one);
      return Math.round(one.getBoundingClientRect().height / Number.parseFloat(lineHeight));
    });
  expect(await lines()).toBe(1);
  await page.setViewportSize({ width: 320, height: 700 });
  expect(await lines()).toBeGreaterThan(1);
});
