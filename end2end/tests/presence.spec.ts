// People are seen cut out before anything is spent: how they are shown, and what belongs to them, is
// theirs to say, with the pointer, by touch, and by the keyboard alone.
import type { Locator, Page } from "@playwright/test";
import { expect, test } from "../support/fixtures.ts";
import { expectAccessible } from "../support/looks.ts";
import { addPhotos, describeMemory } from "../support/memories.ts";
import { LEANED_ON, MAN, YOUNG_WOMAN } from "../support/photos.ts";

const board = (page: Page) => page.getByRole("application");
const dialog = (page: Page) => page.getByRole("dialog");
const inTheScene = (page: Page) => page.getByRole("radio", { name: /^In the scene/ });

/** Paints from one place to another, both as parts of the board. */
async function paint(page: Page, from: [number, number], to: [number, number]): Promise<void> {
  const box = await board(page).boundingBox();
  if (!box) throw new Error("the board is not shown");
  const { x, y, width, height } = box;
  await page.mouse.move(x + from[0] * width, y + from[1] * height);
  await page.mouse.down();
  await page.mouse.move(x + to[0] * width, y + to[1] * height, { steps: 12 });
  await page.mouse.up();
}

/** How much of the person is at a place of the board, 0 to 255. */
async function alphaAt(person: Locator, across: number, down: number): Promise<number> {
  return person.evaluate(
    async (image: HTMLImageElement, [across, down]) => {
      await image.decode();
      const canvas = document.createElement("canvas");
      canvas.width = image.naturalWidth;
      canvas.height = image.naturalHeight;
      const context = canvas.getContext("2d");
      context?.drawImage(image, 0, 0);
      const board = image.parentElement?.getBoundingClientRect();
      const scale = image.naturalWidth / (board?.width ?? 1);
      const x = across * (board?.width ?? 0) * scale;
      const y = down * (board?.height ?? 0) * scale;
      return context?.getImageData(x, y, 1, 1).data[3] ?? -1;
    },
    [across, down] as const,
  );
}

test("who is in doubt is touched up, and everybody stands in the scene", async ({
  page,
  person,
  creator,
}) => {
  await describeMemory(page.request, `On the beach with ${person.username}`);
  await addPhotos(page.request, [YOUNG_WOMAN, LEANED_ON]);
  await creator.open();
  await expect(
    page.getByText(
      "Shown as prints, because the photo of your loved one cannot stand in the scene as it is.",
    ),
  ).toBeVisible();
  await expect(inTheScene(page)).toBeDisabled();
  await expectAccessible(page, "cut-outs on their cards");

  await page.getByRole("button", { name: "Touch up the photo of your loved one" }).click();
  await expect(board(page)).toBeVisible();
  await paint(page, [0.5, 0.3], [0.5, 0.9]);
  const drawn = page.locator(".board-person");
  await expect(dialog(page).getByText("As you painted it.")).toBeVisible();
  expect(await alphaAt(drawn, 0.5, 0.6)).toBeGreaterThan(240);
  await expectAccessible(page, "the board");

  // What does not belong is rubbed out, and given back by undoing it.
  await dialog(page).getByRole("radio", { name: "This does not" }).check();
  await paint(page, [0.48, 0.6], [0.52, 0.6]);
  await expect.poll(() => alphaAt(drawn, 0.5, 0.6)).toBeLessThan(15);
  await dialog(page).getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => alphaAt(drawn, 0.5, 0.6)).toBeGreaterThan(240);

  await dialog(page).getByRole("button", { name: "Done" }).click();
  await expect(
    page.getByRole("button", { name: "Touch up the photo of your loved one" }),
  ).toBeFocused();
  await inTheScene(page).check();
  await page.getByRole("radio", { name: /^Square/ }).check();
  await creator.choosePicture();
  await creator.begin();
  await expect(creator.resultHeading).toBeVisible({ timeout: 30_000 });
  const picture = page.getByRole("img", { name: "Your finished memory" });
  await expect
    .poll(() =>
      picture.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]),
    )
    .toEqual([960, 960]);
});

test("a touch-up needs nothing but keys @once", async ({ page, person, creator }) => {
  await describeMemory(page.request, `On the beach with ${person.username}`);
  await addPhotos(page.request, [YOUNG_WOMAN, LEANED_ON]);
  await creator.open();
  const touchUp = page.getByRole("button", { name: "Touch up the photo of your loved one" });
  await touchUp.focus();
  await page.keyboard.press("Enter");
  await board(page).focus();
  await page.keyboard.press("Space");
  for (let step = 0; step < 12; step += 1) await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Space");
  await expect(dialog(page).getByText("As you painted it.")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toBeHidden();
  await expect(touchUp).toBeFocused();
  await expect(inTheScene(page)).toBeEnabled();
});

test("prints are chosen for people who could stand @once", async ({ page, person, creator }) => {
  await describeMemory(page.request, `On the beach with ${person.username}`);
  await addPhotos(page.request, [YOUNG_WOMAN, MAN]);
  await creator.open();
  await expect(page.getByText("We could cut everyone out well.")).toBeVisible();
  await expect(inTheScene(page)).toBeChecked();
  await expect(page.locator(".cut-out-person")).toHaveCount(2);
  const kept = page.waitForResponse((answer) => answer.url().endsWith("/api/creator/remember"));
  await page.getByRole("radio", { name: /^As prints/ }).check();
  await expect(page.locator(".cut-out-person")).toHaveCount(0);
  await kept;
  await page.reload();
  await expect(page.getByRole("radio", { name: /^As prints/ })).toBeChecked();
});
