// A recording of a voice: added, trimmed by the keyboard, heard, and carried by the film.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "../support/fixtures.ts";
import { expectAccessible } from "../support/looks.ts";
import { addPhotos, describeMemory } from "../support/memories.ts";
import { MAN, YOUNG_WOMAN } from "../support/photos.ts";

const run = promisify(execFile);
const VOICE = "aevalsrc='0.3*sin(2*PI*220*t)*max(0\\,sin(2*PI*3*t))'";

/** The loudness of a part of a film's sound, in LUFS. */
async function loudness(film: string, from: number, to: number): Promise<number> {
  const filter = `atrim=${from}:${to},ebur128`;
  const { stderr } = await run("ffmpeg", ["-i", film, "-af", filter, "-f", "null", "-"]);
  return Number(/I:\s+(-?[\d.]+) LUFS(?![\s\S]*I:\s)/.exec(stderr)?.[1]);
}

test("a voicemail is added, trimmed, and heard in the film", async ({
  page,
  person,
  creator,
}, info) => {
  const voicemail = info.outputPath("voicemail.m4a");
  await run("ffmpeg", ["-v", "error", "-f", "lavfi", "-i", VOICE, "-t", "12", voicemail]);
  await describeMemory(page.request, `On the beach with ${person.username}`);
  await addPhotos(page.request, [MAN, YOUNG_WOMAN]);
  await creator.open();

  const adding = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Add a recording" }).click();
  await (await adding).setFiles(voicemail);
  const heard = page.getByText(/^10\.0 seconds of 12\.\d seconds are heard$/);
  await expect(heard).toBeVisible();
  await expectAccessible(page, "a recording on its way into a film");
  const both = page.getByRole("checkbox", { name: /these photos and this recording/ });
  await expect(both).not.toBeChecked();

  // By the keys: the end moves first, then the beginning.
  const ends = page.getByRole("slider", { name: "Ends" });
  const kept = page.waitForResponse((response) => response.url().includes("trim_recording"));
  await ends.focus();
  for (let press = 0; press < 50; press++) await page.keyboard.press("ArrowLeft");
  await expect(page.getByText(/^5\.0 seconds of/)).toBeVisible();
  expect((await kept).ok()).toBe(true);

  // The browser plays that part, and stops at its end by itself.
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await expect(page.getByRole("button", { name: "Stop", exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Play", exact: true })).toBeVisible({
    timeout: 20_000,
  });

  // Another visit shows it as it was chosen.
  await page.reload();
  await creator.ready();
  await expect(page.getByText(/^5\.0 seconds of/)).toBeVisible();

  await both.check();
  await creator.create.click();
  await expect(creator.resultHeading).toBeVisible({ timeout: 90_000 });
  await page.getByRole("button", { name: "Watch", exact: true }).click();
  await expect(page.getByRole("button", { name: "Watch Again" })).toBeVisible({ timeout: 20_000 });
  const { file: film } = await creator.save("Download Video");
  expect(Math.abs((await loudness(film, 1.3, 6.1)) + 16)).toBeLessThan(1.5);
  expect(await loudness(film, 7.3, 9.5)).toBeLessThan(-19);
});
