// Somebody adds their own photo to a memory by a link, without an account.
import { expect, test } from "../support/fixtures.ts";
import { expectAccessible } from "../support/looks.ts";
import { addPhotos, describeMemory } from "../support/memories.ts";
import { MAN, WOMAN } from "../support/photos.ts";

test.use({ contextOptions: { reducedMotion: "reduce" } });

test("a photo is asked for by link, added, and is there in the creator", async ({
  page,
  person,
  creator,
  browser,
}) => {
  await describeMemory(page.request, `Walking with my dad by the lake, for ${person.username}`);
  await addPhotos(page.request, [WOMAN]);
  await creator.open("/create");
  await creator.seePhotos(1);
  await expectAccessible(page, "a place that somebody can be asked for");
  await page
    .getByRole("link", { name: "Ask somebody for it by link: the photo of your father" })
    .click();
  await expect(page.getByRole("heading", { name: "Photo Requests" })).toBeVisible();
  await expectAccessible(page, "asking for a photo");
  await page.getByRole("button", { name: "Ask your father" }).click();
  await expect(page.getByRole("heading", { name: "Your Link" })).toBeVisible();
  await expectAccessible(page, "a request that was made");
  const link = await page.getByRole("textbox", { name: "The link" }).inputValue();
  expect(link).toMatch(/\/p\/[0-9a-f]{40}$/);

  const elsewhere = await browser.newContext({ viewport: page.viewportSize() });
  const dad = await elsewhere.newPage();
  await dad.goto(link);
  await expect(dad).toHaveTitle("Someone asks you for a photo · Evernear");
  await expect(dad.getByRole("main")).not.toContainText("lake");
  await expectAccessible(dad, "cover of a request");
  await dad.getByRole("button", { name: "Open It" }).click();
  await expect(dad.getByRole("main")).toContainText("Walking with my dad by the lake");
  await expect(dad.getByRole("main")).toContainText(person.username);
  await expectAccessible(dad, "a request that is open");
  await dad.getByLabel("I am 12 or older").check();
  await dad.getByLabel("I have the right to use this photo").check();
  await dad.getByLabel("My photo may be used for this memory").check();
  await dad.getByLabel("A photo of you").setInputFiles(MAN);
  await dad.getByRole("button", { name: "Add My Photo" }).click();
  await expect(dad.getByRole("heading", { name: "The photo is added" })).toBeVisible();
  await expectAccessible(dad, "a photo that was added");

  await page.goto("/photo-requests");
  await expect(page.getByText("The photo is there")).toBeVisible();
  await expectAccessible(page, "requests");
  await page.getByRole("link", { name: "Look at it in the creator" }).click();
  await creator.ready();
  await creator.seePhotos(2);
  await dad.getByRole("button", { name: "Take the Photo Back" }).click();
  await expect(dad.getByRole("heading", { name: "Add your photo" })).toBeVisible();
  // The open creator sees that by itself.
  await expect(creator.count(1)).toBeVisible({ timeout: 40_000 });
  await page.goto("/photo-requests");
  await page.getByRole("button", { name: "Stop: Your father" }).click();
  await expect(page.getByText("No photo can be added by that link any more.")).toBeVisible();
  await dad.reload();
  await expect(
    dad.getByRole("heading", { name: "This link leads nowhere any more." }),
  ).toBeVisible();
  await elsewhere.close();
});

test("a photo is added and taken back without script @once", async ({ page, person, browser }) => {
  await describeMemory(page.request, `Walking with my dad by the lake, for ${person.username}`);
  await page.goto("/photo-requests?for=loved_one");
  await page.getByRole("button", { name: "Ask your father" }).click();
  const link = await page.getByRole("textbox", { name: "The link" }).inputValue();
  const plain = await browser.newContext({ javaScriptEnabled: false });
  const dad = await plain.newPage();
  await dad.goto(link);
  await dad.getByRole("button", { name: "Open It" }).click();
  for (const label of ["I am 12 or older", "I have the right", "My photo may be used"])
    await dad.getByLabel(label).check();
  const words = { name: "me.jpg", mimeType: "image/jpeg", buffer: Buffer.from("no photo") };
  await dad.getByLabel("A photo of you").setInputFiles(words);
  await dad.getByRole("button", { name: "Add My Photo" }).click();
  await expect(dad.getByRole("alert")).toHaveText("Only image files under 6MB are allowed.");
  for (const label of ["I am 12 or older", "I have the right", "My photo may be used"])
    await dad.getByLabel(label).check();
  await dad.getByLabel("A photo of you").setInputFiles(MAN);
  await dad.getByRole("button", { name: "Add My Photo" }).click();
  await expect(dad.getByRole("heading", { name: "The photo is added" })).toBeVisible();
  await dad.reload();
  await dad.getByRole("button", { name: "Take the Photo Back" }).click();
  await expect(dad.getByRole("heading", { name: "Add your photo" })).toBeVisible();
  await plain.close();
});
