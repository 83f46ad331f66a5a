// What may be uploaded, and what a person reads when it may not.
import { readFile } from "node:fs/promises";
import type { APIRequestContext, Locator } from "@playwright/test";
import { expect, test } from "../support/fixtures.ts";
import { expectAccessible } from "../support/looks.ts";
import { FROM_OUR_PAGE } from "../support/people.ts";
import { MAN, OLDER_WOMAN_HEIC, WOMAN, YOUNG_WOMAN } from "../support/photos.ts";

const REJECTED = "Only image files under 6MB are allowed.";
const note = { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("not a photo") };

interface Crop {
  x: number;
  y: number;
  width: number;
  height: number;
}

async function boxOf(shown: Locator): Promise<Crop> {
  await expect(shown).toBeVisible();
  const box = await shown.boundingBox();
  if (!box) throw new Error("it is not shown");
  return box;
}

async function jpeg(path: string, name = "photo.jpg") {
  return { name, mimeType: "image/jpeg", buffer: await readFile(path) };
}

test.beforeEach(async ({ page, person, creator }) => {
  expect(person.email).toBeTruthy();
  await creator.open();
  await page.getByRole("button", { name: "Begin with the photos instead" }).click();
  await expect(creator.uploadHeading).toBeVisible();
});

test("one bad file turns the whole batch away", async ({ creator }) => {
  await creator.choosePhotos(await jpeg(WOMAN), note, await jpeg(MAN));
  await expect(creator.batchProblem).toHaveText(REJECTED);
  await expect(creator.count(0)).toBeVisible();
  await expect(creator.previews).toHaveCount(0);
  // The next good batch takes the message away.
  await creator.choosePhotos(WOMAN);
  await creator.seePhotos(1);
  await expect(creator.batchProblem).toHaveCount(0);
});

test("a photo above 6 MB is turned away before it is sent", { tag: "@once" }, async ({
  page,
  creator,
}) => {
  const sent: string[] = [];
  page.on("request", (request) => sent.push(new URL(request.url()).pathname));
  const heavy = { ...(await jpeg(WOMAN)), buffer: Buffer.alloc(6 * 1024 * 1024 + 1) };
  await creator.choosePhotos(heavy);
  await expect(creator.batchProblem).toHaveText(REJECTED);
  await expect(creator.count(0)).toBeVisible();
  expect(sent).not.toContain("/api/photos");
});

/** What the server has of the only photo: the part that was suggested, and the one that is shown. */
async function cropsOf(request: APIRequestContext): Promise<{ suggested: Crop; shown: Crop }> {
  const answer = await request.post("/api/creator/state", { headers: FROM_OUR_PAGE, data: {} });
  const { draft } = (await answer.json()) as {
    draft: { photos: { suggested: Crop; chosen: Crop | null }[] };
  };
  const [photo] = draft.photos;
  if (!photo) throw new Error("there is no photo");
  return { suggested: photo.suggested, shown: photo.chosen ?? photo.suggested };
}

test("a photo is adjusted by keys alone, and stays so after a reload", async ({
  page,
  creator,
}) => {
  await creator.choosePhotos(WOMAN);
  await creator.seePhotos(1);
  const adjust = page.getByRole("button", { name: "Adjust your photo" });
  const dialog = page.getByRole("dialog", { name: "Adjust your photo" });
  const stage = dialog.getByRole("application");
  const zoom = dialog.getByRole("slider", { name: "Zoom" });
  const { suggested } = await cropsOf(page.request);
  const shown = async () => (await cropsOf(page.request)).shown;

  await adjust.focus();
  await page.keyboard.press("Enter");
  await expect(stage).toBeFocused();
  for (const key of ["+", "+", "+"]) await page.keyboard.press(key);
  await expect.poll(async () => (await shown()).width).toBeLessThan(0.7 * suggested.width);
  const closer = await shown();
  await page.keyboard.press("ArrowLeft");
  await expect.poll(async () => (await shown()).x).toBeGreaterThan(closer.x);
  await page.keyboard.press("Shift+ArrowUp");
  await expect(dialog.getByRole("status")).toHaveText("Moved up");
  await expect.poll(async () => (await shown()).y).toBeGreaterThan(closer.y + 0.1 * closer.height);

  // Escape takes it back, and the focus is where it was.
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(adjust).toBeFocused();
  await expect.poll(shown).toEqual(suggested);

  // Done keeps it.
  await page.keyboard.press("Enter");
  await expect(stage).toBeFocused();
  for (const key of ["+", "+", "+"]) await page.keyboard.press(key);
  await expect.poll(async () => (await shown()).width).toBeLessThan(0.7 * suggested.width);
  const chosen = await shown();
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(adjust).toBeFocused();
  await page.reload();
  await creator.seePhotos(1);
  expect(await shown()).toEqual(chosen);
  await adjust.focus();
  await page.keyboard.press("Enter");
  await expect(stage).toBeFocused();
  await page.keyboard.press("Home");
  await expect(dialog.getByRole("status")).toHaveText("As it was suggested");
  await expect.poll(shown).toEqual(suggested);

  await page.keyboard.press("Tab");
  await expect(zoom).toBeFocused();
  await page.keyboard.press("End");
  await expect.poll(async () => (await shown()).width).toBeLessThan(0.5 * suggested.width);
  await page.keyboard.press("Tab");
  await expect(dialog.getByRole("button", { name: "Reset" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect.poll(shown).toEqual(suggested);
  await page.keyboard.press("Tab");
  await expect(dialog.getByRole("button", { name: "Done" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(dialog).toHaveCount(0);
  await expect(adjust).toBeFocused();
});

test("a photo is dragged and zoomed on a stage that shows what is cut away", async ({
  page,
  creator,
}) => {
  await creator.choosePhotos(WOMAN);
  await creator.seePhotos(1);
  await page.getByRole("button", { name: "Adjust your photo" }).click();
  const stage = await boxOf(page.getByRole("application"));
  const frame = await boxOf(page.locator(".crop-frame"));
  expect(frame.width / frame.height).toBeCloseTo(0.8, 2);
  // As large as the stage allows, with a margin on each side.
  const margin = Math.min(stage.width - frame.width, stage.height - frame.height) / 2;
  expect(margin).toBeGreaterThan(16);
  expect(margin).toBeLessThan(40);

  const shown = async () => (await cropsOf(page.request)).shown;
  const before = await shown();
  const middle = { x: frame.x + frame.width / 2, y: frame.y + frame.height / 2 };
  await page.mouse.move(middle.x, middle.y);
  await page.mouse.wheel(0, -500);
  await expect.poll(async () => (await shown()).width).toBeLessThan(0.8 * before.width);
  const closer = await shown();
  await page.mouse.down();
  await page.mouse.move(middle.x - frame.width / 4, middle.y, { steps: 4 });
  await page.mouse.up();
  await expect.poll(async () => ((await shown()).x - closer.x) / closer.width).toBeCloseTo(0.25, 2);
  expect(Math.abs((await shown()).y - closer.y)).toBeLessThanOrEqual(1);
  await expectAccessible(page, "adjusting a photo");
});

for (const [width, height] of [
  [320, 568],
  [390, 844],
  [844, 390],
  [1280, 900],
] as const) {
  test(`the stage and its controls fit ${width} x ${height}`, { tag: "@once" }, async ({
    page,
    creator,
  }) => {
    await page.setViewportSize({ width, height });
    await creator.choosePhotos(WOMAN);
    await creator.seePhotos(1);
    await expect(page.getByRole("button", { name: "Touch up your photo" })).toBeVisible();
    const tools = await Promise.all(
      ["Adjust", "Touch up", "Remove"].map((name) =>
        boxOf(page.getByRole("button", { name: `${name} your photo` })),
      ),
    );
    // One row of targets that do not lie upon each other.
    for (const [index, tool] of tools.entries()) {
      const before = tools[index - 1];
      expect(Math.min(tool.width, tool.height)).toBeGreaterThanOrEqual(44);
      if (before) expect(tool.y).toBe(before.y);
      if (before) expect(tool.x).toBeGreaterThanOrEqual(before.x + before.width);
    }
    await page.getByRole("button", { name: "Adjust your photo" }).click();
    const frame = await boxOf(page.locator(".crop-frame"));
    expect(frame.width).toBeGreaterThan(0.5 * Math.min(width, height));
    for (const name of ["Close", "Reset", "Done"]) {
      const button = page.getByRole("dialog").getByRole("button", { name });
      await expect(button).toBeInViewport({ ratio: 1 });
      const { width, height } = await boxOf(button);
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
    }
    await expectAccessible(page, `adjusting a photo at ${width}`);
  });
}

test("a photo that is removed leaves the focus on its place, where another is chosen", async ({
  page,
  creator,
}) => {
  // From the beginning on: a key that is pressed while the browser is only just told that the test answers for
  // its choosers may come first, and opens one that nobody sees.
  page.on("filechooser", () => {});
  await creator.choosePhotos(WOMAN, MAN);
  await creator.seePhotos(2);
  await page.getByRole("button", { name: "Remove your photo" }).focus();
  await page.keyboard.press("Enter");
  await creator.seePhotos(1);
  const chooser = page.locator(".photo-you input[type=file]");
  await expect(chooser).toBeFocused();
  const choosing = page.waitForEvent("filechooser");
  await page.keyboard.press("Enter");
  await (await choosing).setFiles(WOMAN);
  await creator.seePhotos(2);
  await expect(page.getByRole("button", { name: "Adjust your photo" })).toBeFocused();
});

test("a photo without a face is replaced by another in one step", { tag: "@once" }, async ({
  page,
  creator,
}) => {
  const nobody = {
    certainty: "hopeless",
    message: null,
    picture_url: null,
    surroundings_url: null,
    part: null,
    faces: [],
    touch_up: { person: null, strokes: [] },
  };
  await page.route("**/api/creator/cut_out", (route) => route.fulfill({ json: nobody }), {
    times: 1,
  });
  await creator.choosePhotos(WOMAN);
  await expect(page.getByText("We see no face here. Use it anyway?")).toBeVisible();
  const choosing = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Choose another instead of your photo" }).click();
  await (await choosing).setFiles(MAN);
  await creator.seePhotos(1);
  await expect(page.getByRole("button", { name: "Touch up your photo" })).toBeVisible();
});

test("of four photos three are kept, and any of them can go again", async ({ page, creator }) => {
  await creator.choosePhotos(WOMAN, MAN, OLDER_WOMAN_HEIC, YOUNG_WOMAN);
  await creator.seePhotos(3);
  await expect(page.getByText("A memory holds up to 3 photos.")).toBeVisible();
  await expect(page.locator(".photos .drop")).toHaveCount(0);
  await page.getByRole("button", { name: "Remove the photo of your loved one" }).click();
  await creator.seePhotos(2);
  const removed = page.waitForResponse((one) => one.url().endsWith("/api/creator/remove_photo"));
  await page.getByRole("button", { name: "Remove your photo" }).click();
  await creator.seePhotos(1);
  await expect(creator.create).toBeDisabled();
  // It is gone from the page before the server has been told.
  await removed;
  // Gone on the server as well.
  await page.reload();
  await creator.ready();
  await creator.seePhotos(1);
});

test("a text that calls itself a photo takes its whole batch along, as the server sees it", async ({
  page,
  creator,
}) => {
  await creator.choosePhotos(WOMAN);
  await creator.seePhotos(1);
  const selfie = { ...note, name: "selfie.jpg", mimeType: "image/jpeg" };
  await creator.choosePhotos(await jpeg(MAN), selfie);
  await expect(creator.batchProblem).toHaveText(REJECTED);
  await expect(page.getByText("selfie.jpg")).toHaveCount(0);
  await creator.seePhotos(1);
  await expect(page.getByText("At least 2 photos required")).toBeVisible();
  // None of it is there later either.
  await page.reload();
  await creator.ready();
  await creator.seePhotos(1);
});

test("a photo that breaks off is refused, and another takes its place", { tag: "@once" }, async ({
  page,
  creator,
}) => {
  const whole = await jpeg(WOMAN, "broken.jpg");
  await creator.choosePhotos({ ...whole, buffer: whole.buffer.subarray(0, 2_000) });
  await expect(page.getByRole("alert")).toContainText(
    "This photo is damaged or not complete. Please choose it again, or another one.",
  );
  await expect(page.getByText("broken.jpg")).toHaveCount(0);
  await creator.choosePhotos(WOMAN);
  await creator.seePhotos(1);
});

test("photos can be dropped, HEIC without a type among them", async ({ creator }) => {
  const heic = { name: "IMG_0042.HEIC", mimeType: "", buffer: await readFile(OLDER_WOMAN_HEIC) };
  await creator.dropPhotos(await jpeg(WOMAN), heic);
  await creator.seePhotos(2);
  await creator.dropPhotos(note);
  await expect(creator.batchProblem).toHaveText(REJECTED);
  await creator.seePhotos(2);
});

test("a line that drops is said, and the photo can be sent again", { tag: "@once" }, async ({
  page,
  creator,
}) => {
  await page.route("**/api/photos*", (route) => route.abort(), { times: 1 });
  await creator.choosePhotos(WOMAN);
  await expect(page.getByRole("alert")).toHaveText(
    "The connection dropped. Nothing is lost; please try again.",
  );
  await page.getByRole("button", { name: "Try again" }).click();
  await creator.seePhotos(1);
});
