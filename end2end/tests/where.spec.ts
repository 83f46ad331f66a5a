// What was understood stands under the photos before anything is spent, and each part of it can be
// changed: with the pointer, by touch, and by the keyboard alone.
import type { Page } from "@playwright/test";
import { expect, test } from "../support/fixtures.ts";
import { expectAccessible } from "../support/looks.ts";
import { addPhotos, describeMemory } from "../support/memories.ts";
import { MAN, WOMAN } from "../support/photos.ts";

const chip = (page: Page, name: string) =>
  page.getByRole("button", { name: new RegExp(`^${name}: `) });
const list = (page: Page) => page.getByRole("dialog");

/** Every picture that can be seen in the list has arrived. */
async function expectPictures(page: Page): Promise<void> {
  const first = list(page).locator("img").first();
  await expect
    // Pictures are drawn when they are asked for, behind whatever else is drawn.
    .poll(() => first.evaluate((image: HTMLImageElement) => image.naturalWidth), {
      timeout: 60_000,
    })
    .toBeGreaterThan(0);
}

test("the place, the hour, the weather and the season are chosen before creating", async ({
  page,
  person,
  creator,
}) => {
  await describeMemory(page.request, `On the veranda by the sea with ${person.username}`);
  await addPhotos(page.request, [WOMAN, MAN]);
  await creator.open();
  await expect(chip(page, "Place")).toHaveText("Place: On the veranda by the sea");
  await expect(chip(page, "Time of day")).toHaveText("Time of day: Dusk");
  await expectAccessible(page, "what was understood");

  await chip(page, "Place").click();
  await list(page).getByLabel("Find a place").fill("kitchen");
  await expectPictures(page);
  await expectAccessible(page, "the list of places");
  await list(page).getByRole("button", { name: "In the kitchen" }).click();
  await expect(list(page)).toBeHidden();
  await expect(chip(page, "Place")).toHaveText("Place: In the kitchen");
  await expect(chip(page, "Place")).toBeFocused();

  const kept = page.waitForResponse(
    (answer) =>
      answer.url().endsWith("/api/creator/remember") &&
      (answer.request().postData() ?? "").includes("winter"),
  );
  for (const [name, option] of [
    ["Time of day", "Night"],
    ["Weather", "Rain"],
    ["Season", "Winter"],
  ] as const) {
    await chip(page, name).click();
    await expectPictures(page);
    await list(page).getByRole("button", { name: option }).click();
    await expect(chip(page, name)).toHaveText(`${name}: ${option}`);
  }

  // They are the draft's: there after a reload, and what the memory is made from.
  await kept;
  await page.reload();
  await expect(chip(page, "Season")).toHaveText("Season: Winter");
  await expect(chip(page, "Place")).toHaveText("Place: In the kitchen");
  await creator.choosePicture();
  await creator.begin();
  await expect(creator.resultHeading).toBeVisible({ timeout: 30_000 });
});

test("a place is chosen by the keyboard alone @once", async ({ page, person, creator }) => {
  await describeMemory(page.request, `Something with ${person.username}`);
  await addPhotos(page.request, [WOMAN, MAN]);
  await creator.open();
  await expect(chip(page, "Place")).toHaveText("Place: Choose a place");
  await chip(page, "Place").focus();
  await page.keyboard.press("Enter");
  await expect(list(page).getByRole("heading", { name: "Indoors" })).toBeVisible();
  await page.keyboard.press("Tab");
  await page.keyboard.type("picnic");
  await page.keyboard.press("Tab");
  await expect(list(page).getByRole("button", { name: /picnic/i })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(chip(page, "Place")).toHaveText(/picnic/i);
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await expect(list(page)).toBeHidden();
  await expect(chip(page, "Place")).toBeFocused();
});

test("the understood place hangs beside a wide conversation and under the answer in a narrow one @once", async ({
  page,
  person,
  creator,
}) => {
  await creator.open();
  await creator.say(`On a quiet beach at sunset with ${person.username}`);
  await expect(creator.toUpload).toBeVisible();
  const answer = creator.lines.last();
  const print = page.locator(".place-print");
  await expect(print).not.toHaveClass(/print-blank/);
  const boxes = async () => {
    const [of, beside] = [await answer.boundingBox(), await print.boundingBox()];
    if (!of || !beside) throw new Error("both are shown");
    return { answer: of, print: beside };
  };
  for (const width of [1100, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    const { answer, print } = await boxes();
    expect(print.x).toBeGreaterThan(answer.x + answer.width);
    expect(print.y).toBeLessThan(answer.y + answer.height);
    expect(print.x + print.width).toBeLessThanOrEqual(width);
  }
  for (const width of [1099, 390]) {
    await page.setViewportSize({ width, height: 900 });
    const { answer, print } = await boxes();
    expect(print.y).toBeGreaterThanOrEqual(answer.y + answer.height);
    expect(print.x).toBeLessThan(answer.x + answer.width);
  }
});
