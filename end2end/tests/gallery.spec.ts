// All memories: found again, named, taken along and deleted, with the keyboard and with script or without.
import { expect, test } from "../support/fixtures.ts";
import { expectAccessible } from "../support/looks.ts";
import { makePicture } from "../support/memories.ts";

const WALK = "Walking with my dad by the lake";
const TEA = "Tea with Nan in her kitchen";

test("memories are found, named, taken along and deleted", async ({ page, dashboard, person }) => {
  expect(person.username).not.toBe("");
  await page.goto("/memories");
  await expect(page.getByText("Your first memory will hang here.")).toBeVisible();
  await expectAccessible(page, "gallery, empty");
  await makePicture(page.request, WALK);
  await makePicture(page.request, TEA);
  await dashboard.open();
  await page.getByRole("link", { name: "All Memories" }).click();
  const titles = page.locator(".memory-title");
  await expect(titles).toHaveText([TEA, WALK]);
  await expectAccessible(page, "gallery");

  await page.getByRole("searchbox", { name: "Search" }).fill("LAKE dad");
  await page.getByRole("searchbox", { name: "Search" }).press("Enter");
  await expect(titles).toHaveText([WALK]);
  await page.getByRole("searchbox", { name: "Search" }).fill("nothing like it");
  await page.getByRole("button", { name: "Find" }).click();
  await expect(page.getByText("Nothing of yours matches.")).toBeVisible();
  await expectAccessible(page, "gallery, nothing found");
  await page.getByRole("link", { name: "Show All Memories" }).click();

  await titles.filter({ hasText: WALK }).click();
  await page.getByText("Add a title or a note").click();
  await page.getByLabel("Title").fill("Dad's lake");
  await page.getByLabel("Note").fill("His last summer.");
  await expectAccessible(page, "memory, being named");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Dad's lake");
  await expect(page.getByText("His last summer.").first()).toBeVisible();
  await page.getByRole("link", { name: "All Memories" }).click();
  await expect(titles).toHaveText([TEA, "Dad's lake"]);

  await page.getByRole("link", { name: "Choose Several" }).click();
  await page.getByRole("button", { name: "Download" }).click();
  await expect(page.getByText("Please choose at least one memory first.")).toBeVisible();
  const boxes = page.getByRole("checkbox");
  await boxes.first().focus();
  await page.keyboard.press("Space");
  await boxes.nth(1).check();
  await expectAccessible(page, "gallery, chosen");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("evernear-memories.zip");
  await boxes.nth(1).uncheck();
  await page.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Delete this memory?");
  await expectAccessible(page, "question before memories are deleted");
  await page.getByRole("button", { name: "Delete for Good" }).click();
  await expect(page.getByText("These memories are deleted for good.")).toBeVisible();
  await expect(titles).toHaveText(["Dad's lake"]);
});

test("without script the gallery does the same @once", async ({ browser, page, person }) => {
  expect(person.username).not.toBe("");
  await makePicture(page.request, WALK);
  const context = await browser.newContext({
    javaScriptEnabled: false,
    storageState: await page.context().storageState(),
  });
  const plain = await context.newPage();
  await plain.goto("/memories?select=some");
  await plain.getByRole("checkbox").check();
  await plain.getByRole("button", { name: "Delete" }).click();
  await plain.getByRole("button", { name: "Delete for Good" }).click();
  await expect(plain.getByText("These memories are deleted for good.")).toBeVisible();
  await context.close();
});
