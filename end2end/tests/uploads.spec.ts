// What may be uploaded, and what a person reads when it may not.
import { readFile } from "node:fs/promises";
import { expect, test } from "../support/fixtures.ts";
import { MAN, OLDER_WOMAN_HEIC, WOMAN, YOUNG_WOMAN } from "../support/photos.ts";

const REJECTED = "Only image files under 6MB are allowed.";
const note = { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("not a photo") };

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

test("a photo can be moved and zoomed, and stays so after a reload", async ({ page, creator }) => {
  await creator.choosePhotos(WOMAN);
  await creator.seePhotos(1);
  const left = () => creator.previews.first().evaluate((photo) => photo.getBoundingClientRect().x);
  const before = await left();
  await page.getByRole("button", { name: "Adjust your photo" }).click();
  await page.getByRole("button", { name: "Zoom in" }).press("Enter");
  const kept = page.waitForResponse((answer) => answer.url().endsWith("/api/creator/remember"));
  const frame = page.locator(".crop-open > div");
  await frame.scrollIntoViewIfNeeded();
  const box = (await frame.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await page.mouse.move(middle.x, middle.y);
  await page.mouse.down();
  await page.mouse.move(middle.x - 20, middle.y, { steps: 4 });
  await page.mouse.up();
  await kept;
  const shown = () => creator.previews.first().getAttribute("style");
  const chosen = await shown();
  await page.getByRole("button", { name: "Done with your photo" }).click();
  expect(await left()).not.toBe(before);
  await page.reload();
  await creator.seePhotos(1);
  expect(await shown()).toBe(chosen);
});

test("of four photos three are kept, and any of them can go again", async ({ page, creator }) => {
  await creator.choosePhotos(WOMAN, MAN, OLDER_WOMAN_HEIC, YOUNG_WOMAN);
  await creator.seePhotos(3);
  await expect(page.getByText("A memory holds up to 3 photos.")).toBeVisible();
  await expect(page.locator(".drop")).toHaveCount(0);
  await page.getByRole("button", { name: "Remove the photo of your loved one" }).click();
  await creator.seePhotos(2);
  await page.getByRole("button", { name: "Remove your photo" }).click();
  await creator.seePhotos(1);
  await expect(creator.create).toBeDisabled();
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
