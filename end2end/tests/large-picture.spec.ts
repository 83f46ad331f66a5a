// The picture of a finished memory in print size: it comes a little later, by itself.
import { imageSize } from "../support/film.ts";
import { expect } from "../support/fixtures.ts";
import { expectAccessible } from "../support/looks.ts";
import { makePicture } from "../support/memories.ts";
import { test } from "../support/own.ts";
import { signUp } from "../support/people.ts";

test.use({ configuration: { EVERNEAR_LARGE_PICTURES: "yes" } });

test("a finished memory offers its picture to be printed @once", async ({ page, dashboard }) => {
  const person = await signUp(page.request);
  await makePicture(page.request, `Picnic with Nan and ${person.username}`);
  await dashboard.open();
  await dashboard.memories.first().getByRole("link").click();
  const link = page.getByRole("link", { name: "Picture in Print Size" });
  await expect(page.getByText("print size", { exact: false }).or(link)).toBeVisible();
  await expect(async () => {
    await page.reload();
    await expect(link).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 50_000 });
  await expectAccessible(page, "memory with a picture to be printed");
  const starting = page.waitForEvent("download");
  await link.click();
  const saved = await starting;
  expect(saved.suggestedFilename()).toMatch(/^evernear-picnic-.*-imagined-scene\.jpg$/);
  expect(await imageSize(await saved.path())).toEqual({ width: 1688, height: 3000 });
});
