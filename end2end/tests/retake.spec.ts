// A finished memory is made once more for free: from its page, and from the result.
import { expect, test } from "../support/fixtures.ts";
import { expectAccessible } from "../support/looks.ts";
import { addPhotos, describeMemory, makePicture } from "../support/memories.ts";
import { MAN, WOMAN } from "../support/photos.ts";

const AGAIN = "Make It Again, Free";

test("a memory that is not quite right is made again for free, once", async ({
  page,
  person,
  dashboard,
  creator,
}) => {
  expect(await makePicture(page.request, `Tea with Nan and ${person.username}`)).toBe(25);
  await dashboard.open();
  await dashboard.memories.first().getByRole("link").click();
  await page.getByRole("button", { name: AGAIN }).click();
  await creator.ready();
  await expect(creator.uploadHeading).toBeVisible();
  await expect(page.getByText("This retake is free")).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: "once more" })).toContainText(
    `“Tea with Nan and ${person.username}”`,
  );
  await expectAccessible(page, "photos of a retake");
  await creator.choosePhotos(WOMAN, MAN);
  await creator.seePhotos(2);
  await creator.begin();
  await expect(creator.resultHeading).toBeVisible({ timeout: 30_000 });
  await expect(creator.credits).toHaveText("25 credits");
  await expect(page.getByRole("button", { name: AGAIN })).toHaveCount(0);

  await dashboard.open();
  await expect(dashboard.memories).toHaveCount(2);
  for (const number of [0, 1]) {
    await dashboard.open();
    await dashboard.memories.nth(number).getByRole("link").click();
    await expect(page.getByRole("button", { name: "Delete This Memory" })).toBeVisible();
    await expect(page.getByRole("button", { name: AGAIN })).toHaveCount(0);
  }
  await page.goto("/credits");
  const lines = page.locator(".ledger-line");
  await expect(lines).toHaveCount(3);
  await expect(lines.nth(0)).toContainText("Free retake");
  await expect(lines.nth(0)).toContainText("0 used");
  await expect(lines.nth(1)).toContainText("−25 used");
});

test("the result offers the retake at once @once", async ({ page, person, creator }) => {
  await describeMemory(page.request, `Fishing with ${person.username}`);
  await addPhotos(page.request, [WOMAN, MAN]);
  await creator.open();
  await creator.choosePicture();
  await creator.begin();
  await expect(creator.resultHeading).toBeVisible({ timeout: 30_000 });
  await expectAccessible(page, "result with its retake");
  await page.getByRole("button", { name: AGAIN }).click();
  await expect(creator.uploadHeading).toBeVisible();
  await expect(creator.count(0)).toBeVisible();
  // The retake is a draft like any other: it is there after a reload.
  await creator.open();
  await expect(page.getByText("This retake is free")).toBeVisible();
});
