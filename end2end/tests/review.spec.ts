// The picture is looked at before its film is made: another is asked for, then the film; or nothing.
import { expectPicture } from "../pages/CreatorPage.ts";
import { expect, test } from "../support/fixtures.ts";
import { expectAccessible } from "../support/looks.ts";
import { addPhotos, describeMemory } from "../support/memories.ts";
import { MAN, WOMAN } from "../support/photos.ts";

const FIRST = /^Show me the picture first/;

test("a picture is looked at, another is asked for, and its film is made", async ({
  page,
  person,
  creator,
  dashboard,
}) => {
  await describeMemory(page.request, `Tea in the garden with ${person.username}`);
  await addPhotos(page.request, [WOMAN, MAN]);
  await creator.open();
  const first = page.getByRole("checkbox", { name: FIRST });
  await expect(first).not.toBeChecked();
  await first.check();
  await creator.begin();
  const picture = page.getByAltText("Your picture, before it moves");
  await expect(page.getByRole("heading", { name: "Your picture is here" })).toBeVisible({
    timeout: 30_000,
  });
  await expectPicture(picture);
  await expect(creator.credits).toHaveText("50 credits (25 held)");
  await expect(page.getByText(/Two more pictures are free/)).toBeVisible();
  await expectAccessible(page, "picture first");
  const before = await picture.getAttribute("src");

  await page.getByRole("button", { name: "Another Picture" }).click();
  await expect(page.getByText(/Another picture is being made/)).toBeVisible();
  expect(await picture.getAttribute("src")).toBe(before);
  await expect(page.getByText(/One more picture is free/)).toBeVisible({ timeout: 30_000 });
  await expectPicture(picture);
  expect(await picture.getAttribute("src")).not.toBe(before);

  // It waits on the dashboard, too, and is decided on there.
  await dashboard.open();
  const waiting = dashboard.memories.first();
  await expect(waiting).toContainText("Your picture waits for you");
  await waiting.getByRole("link").click();
  await expect(page.getByRole("button", { name: "Another Picture" })).toBeVisible();
  await expectAccessible(page, "picture first, on its page");
  await creator.open();
  await page.getByRole("button", { name: "Make the Film" }).click();
  await expect(page.getByRole("heading", { name: "Making your memory" })).toBeVisible();
  await expect(creator.resultHeading).toBeVisible({ timeout: 120_000 });
  await expect(creator.credits).toHaveText("25 credits");
});

test("whoever stops at the picture has the credits back", async ({ page, person, creator }) => {
  await describeMemory(page.request, `By the lake with ${person.username}`);
  await addPhotos(page.request, [WOMAN, MAN]);
  await creator.open();
  await page.getByRole("checkbox", { name: FIRST }).check();
  await creator.begin();
  await expect(page.getByRole("heading", { name: "Your picture is here" })).toBeVisible({
    timeout: 30_000,
  });
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await page.getByRole("button", { name: "Stop here" }).click();
  await expect(page.getByText("Your 25 credits are back. You have 50 credits.")).toBeVisible();
  await expect(creator.credits).toHaveText("50 credits");
});
