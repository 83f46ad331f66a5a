// A keepsake: added beside the photos, kept over a visit, removed, and part of what is begun.
import { expect, test } from "../support/fixtures.ts";
import { expectAccessible } from "../support/looks.ts";
import { addPhotos, describeMemory } from "../support/memories.ts";
import { CUP, MAN, YOUNG_WOMAN } from "../support/photos.ts";

test("a keepsake is added, counts as nobody, and goes along with what is begun", async ({
  page,
  person,
  creator,
}) => {
  await describeMemory(page.request, `On the beach with ${person.username}`);
  await addPhotos(page.request, [MAN, YOUNG_WOMAN]);
  await creator.open();
  await creator.seePhotos(2);

  const place = page.getByRole("list", { name: "A keepsake" });
  const adding = page.waitForEvent("filechooser");
  await place.getByText("A keepsake, if you like").click();
  const chooser = await adding;
  expect(chooser.isMultiple()).toBe(false);
  await chooser.setFiles(CUP);
  const shown = place.getByRole("img", { name: "A keepsake" });
  await expect(shown).toBeVisible();
  await expect(creator.count(2)).toBeVisible();
  // Nobody is cut out of it, so nothing is asked.
  await expect(page.getByText(/^We could cut everyone out well/)).toBeVisible({ timeout: 30_000 });
  await expect(place.getByText("We see no face here")).toHaveCount(0);
  await expectAccessible(page, "a keepsake beside two photos");

  // It is removed and added again, and another visit shows it.
  await place.getByRole("button", { name: "Remove the keepsake" }).click();
  await expect(shown).toHaveCount(0);
  await place.locator("input[type=file]").setInputFiles(CUP);
  await expect(shown).toBeVisible();
  await page.reload();
  await creator.ready();
  await expect(shown).toBeVisible();
  await expect(creator.count(2)).toBeVisible();

  await creator.choosePicture();
  await creator.begin();
  await expect(creator.resultHeading).toBeVisible({ timeout: 60_000 });
  await expect(creator.picture).toBeVisible();
});
