// The whole way, as a person walks it: two people on a desktop, three on a phone.
import type { Locator, Route } from "@playwright/test";
import { expectPicture } from "../pages/CreatorPage.ts";
import { filmFacts } from "../support/film.ts";
import { expect, test } from "../support/fixtures.ts";
import { somebody } from "../support/people.ts";
import { MAN, OLDER_WOMAN_HEIC, WOMAN, YOUNG_WOMAN } from "../support/photos.ts";

/** How the film of the page grew when it was ready, and how its sound came: seconds into the film, and volume. */
interface GrowthAndSound {
  grew: { duration: number; from: string }[];
  sound: [seconds: number, volume: number][];
}

/** Notes what the page asks of the browser; it asks all the same. */
function noteGrowthAndSound(): void {
  const noted: GrowthAndSound = { grew: [], sound: [] };
  Object.assign(window, { noted });
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, options) {
    const [from = ""] = (frames as { transform?: string[] }).transform ?? [];
    if (this.querySelector("video") && typeof options === "object") {
      noted.grew.push({ duration: Number(options.duration), from });
    }
    return animate.call(this, frames, options);
  };
  const volume = Object.getOwnPropertyDescriptor(HTMLMediaElement.prototype, "volume");
  Object.defineProperty(HTMLMediaElement.prototype, "volume", {
    ...volume,
    set(this: HTMLMediaElement, value: number) {
      noted.sound.push([this.currentTime, value]);
      volume?.set?.call(this, value);
    },
  });
}

test("a new person makes a film, keeps it, and begins another", async ({
  page,
  auth,
  dashboard,
  creator,
}, { project }) => {
  const friends = project.name === "phone";
  const photos = friends ? [WOMAN, OLDER_WOMAN_HEIC, YOUNG_WOMAN] : [WOMAN, OLDER_WOMAN_HEIC];
  const memory = friends ? "I miss laughing with my two best friends" : "I miss my gran so much";

  await page.addInitScript(noteGrowthAndSound);
  await auth.open("signup");
  const person = somebody();
  await auth.signUp(person);
  await expect(page).toHaveURL("/dashboard");
  // Greeted once: the header of the dashboard leaves it to the page.
  await expect(page.getByText(/^Hello, /)).toHaveText(`Hello, ${person.email.split("@")[0]}`);
  await expect(dashboard.credits).toHaveText("50 credits");
  await expect(dashboard.fact("Memories created")).toHaveText("0");
  await dashboard.create.click();

  // The conversation: no place is given, so the place is asked for.
  await creator.ready();
  await expect(creator.chatHeading).toBeVisible();
  await expect(creator.credits).toHaveText("50 credits");
  await creator.say(memory);
  await expect(creator.placeBox).toBeVisible();
  await expect(creator.lines).toHaveText([
    `You: ${memory}`,
    /^Assistant: .*(you would|would you) be doing/,
  ]);
  await creator.sayPlace("On a quiet beach at sunset, walking barefoot");
  await expect(creator.toUpload).toBeVisible();
  await creator.toUpload.click();

  // The photos.
  await expect(creator.uploadHeading).toBeVisible();
  await expect(page.getByText("Your photos stay on this server")).toBeVisible();
  await expect(page.getByText("At least 2 photos required")).toBeVisible();
  await expect(creator.count(0)).toBeVisible();
  await expect(creator.create).toBeDisabled();
  await creator.choosePhotos(WOMAN);
  await creator.seePhotos(1);
  const hint = page.getByText("Please upload at least one more photo to continue");
  await expect(hint).toBeVisible();
  await expect(creator.create).toBeDisabled();
  await creator.choosePhotos(...photos.slice(1));
  await creator.seePhotos(photos.length);
  await expect(hint).toBeHidden();
  await expect(creator.previews.first()).toHaveAttribute("alt", "You");
  await expect(page.getByText("This will use 25 credits", { exact: true })).toBeVisible();
  await expect(creator.kind("Film")).toBeChecked();
  await expect(creator.create).toBeEnabled();

  // Nothing begins before the right to use the photos is confirmed.
  await creator.create.click();
  await expect(page.getByText("Please confirm this first.")).toBeVisible();
  const steps = await creator.watchSteps();
  await creator.begin();

  // The work.
  await expect(creator.makingHeading).toBeVisible();
  await expect(creator.plan).toBeVisible();
  await expect(page.getByText(/^1\. To capture the feeling of/)).toBeVisible();
  await expect(creator.step).toHaveText("Step 1 of 6");
  await expect(creator.bar).toHaveAttribute("value", /^\d+$/);
  await expect(creator.credits).toHaveText("50 credits (25 held)");

  // The memory. Steps are shown one after the other, some for half a second.
  await expect(creator.resultHeading).toBeVisible({ timeout: 120_000 });
  expect(await steps()).toEqual([1, 2, 3, 4, 5, 6].map((step) => `Step ${step} of 6`));
  // It never starts by itself, and then with its sound; the thought and what can be done come after it.
  await expect(creator.reflection).toHaveCount(0);
  await expect(creator.newMemory).toHaveCount(0);
  await expect(page.getByText("It is ready. Watch when you are.")).toBeVisible();
  const behind = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  expect(await behind(), "the page is dark, whatever the theme").toBe("rgb(20, 17, 15)");
  // As high as the screen, with its button in sight.
  const { height = 0 } = page.viewportSize() ?? {};
  const tall = async (film: Locator) => (await film.boundingBox())?.height ?? 0;
  await expect.poll(() => tall(creator.film)).toBeGreaterThan(0.68 * height);
  const start = page.getByRole("button", { name: "Watch", exact: true });
  await expect(start).toBeInViewport({ ratio: 1 });
  // It grew where it was.
  const noted = () => page.evaluate(() => (window as unknown as { noted: GrowthAndSound }).noted);
  expect((await noted()).grew).toEqual([
    { duration: 700, from: expect.stringMatching(/^translate\(.+\) scale\(0\.\d+\)$/) },
  ]);
  const playedFor = () => creator.film.evaluate((video) => (video as HTMLVideoElement).currentTime);
  expect(await playedFor()).toBe(0);
  await start.click();
  await expect.poll(playedFor).toBeGreaterThan(0.2);
  await expect(creator.film).toHaveClass(/from-black/);
  // Whoever watches sees no controls until they move, though the button keeps the focus.
  const controls = page.locator(".player");
  await expect(controls).toHaveClass(/player-idle/);
  await expect(controls.locator("button").first()).toHaveCSS("opacity", "0");
  if (friends) {
    // A finger where a hidden button is brings it back, and presses nothing.
    const at = await controls.locator("button").first().boundingBox();
    await page.touchscreen.tap((at?.x ?? 0) + 20, (at?.y ?? 0) + 20);
    await expect(controls).not.toHaveClass(/player-idle/);
    await expect(creator.film).toHaveJSProperty("paused", false);
  }
  await page.mouse.move(5, 5);
  await expect(controls).not.toHaveClass(/player-idle/);
  await expect(creator.film).toHaveJSProperty("muted", false);
  await expect
    .poll(() => creator.film.evaluate((film) => (film as HTMLVideoElement).volume))
    .toBe(1);
  // The sound came in the first 400 ms, from nothing.
  const { sound: heard } = await noted();
  expect(heard.at(0)).toEqual([0, 0]);
  const meanwhile = heard.filter(([, volume]) => volume > 0 && volume < 1);
  for (const [seconds, volume] of meanwhile) expect(volume).toBeCloseTo(seconds / 0.4, 1);
  expect(heard.at(-1)?.[0]).toBeGreaterThanOrEqual(0.4);
  const sound = page.getByRole("button", { name: "Sound" });
  await expect(sound, "not by its colour alone").toHaveCSS("text-decoration-line", "underline");
  await expect(sound).toHaveAttribute("aria-pressed", "true");
  await sound.click();
  await expect(creator.film).toHaveJSProperty("muted", true);
  await page.getByRole("button", { name: "Pause" }).click();
  await expect(creator.film).toHaveJSProperty("paused", true);
  await page.getByRole("button", { name: "Play" }).click();
  await expect(page.getByRole("button", { name: "Watch Again" })).toBeVisible({ timeout: 15_000 });
  await expect(creator.film).toHaveJSProperty("controls", false);
  await expect(creator.reflection).toHaveText(/\S/);
  await expect(creator.newMemory).toBeVisible();
  await expect(creator.credits).toHaveText("25 credits");
  // What it shows is told in words, where somebody asks for that.
  const words = page.getByRole("button", { name: "In Words" });
  await words.click();
  await expect(words).toHaveAttribute("aria-pressed", "true");
  const told = () =>
    creator.film.evaluate((video) => {
      const [track] = (video as HTMLVideoElement).textTracks;
      return [...(track?.cues ?? [])].map((cue) => (cue as VTTCue).text).join(" ");
    });
  await expect.poll(told).toContain("An imagined scene: you and");

  const saved = await creator.save("Download Video");
  expect(saved.name).toMatch(/^evernear-i-miss-.*-imagined-scene\.mp4$/);
  await expect(page.getByText("An imagined scene, made from your photos.")).toBeVisible();
  const film = await filmFacts(saved.file);
  expect(film).toMatchObject({ codec: "h264", pixels: "yuv420p", width: 720, height: 1280 });
  expect(film.seconds).toBeCloseTo(10, 1);
  expect(film.boxes).toContain("moov");
  expect(film.boxes.indexOf("moov")).toBeLessThan(film.boxes.indexOf("mdat"));
  expect(film.complaints).toBe("");

  // It is kept.
  await dashboard.open();
  await expect(dashboard.credits).toHaveText("25 credits");
  await expect(dashboard.fact("Available credits")).toHaveText("25");
  await expect(dashboard.fact("Memories created")).toHaveText("1");
  await expect(dashboard.memories).toHaveCount(1);
  await expect(dashboard.memories.first()).toContainText(memory);
  await expectPicture(dashboard.memories.first().locator("img"));

  await dashboard.memories.getByRole("link").click();
  expect(await tall(page.getByLabel("The film", { exact: true }))).toBeGreaterThan(0.6 * height);
  await expect(start).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(memory);

  // And another may begin: one that was seen does not come up again.
  await creator.open();
  await expect(creator.chatHeading).toBeVisible();
  await expect(creator.memoryBox).toHaveValue("");
  await expect(creator.lines).toHaveCount(0);
});

test("a picture alone is shown and can be kept", async ({ page, person, creator }) => {
  await creator.open("/virtual-hangout-image");
  await creator.say(`Drinking tea in our old kitchen in Durban, says ${person.username}`);
  await creator.toUpload.click();
  await expect(creator.kind("Picture")).toBeChecked();
  await creator.choosePhotos(WOMAN, MAN);
  await creator.seePhotos(2);
  await creator.begin();
  await expect(creator.resultHeading).toBeVisible({ timeout: 120_000 });
  await expectPicture(creator.picture);
  await expect(creator.reflection).toHaveText(/\S/);
  await expect(page.locator("video")).toHaveCount(0);
  await expect(creator.credits).toHaveText("25 credits");
  const saved = await creator.save("Download Picture");
  expect(saved.name).toMatch(/^evernear-drinking-tea-.*-imagined-scene\.jpg$/);
});

// On a bad line every further round of requests is another wait before the first word.
test("the creator works with its page and what the page names, before a third round of requests", async ({
  page,
  person,
  creator,
}) => {
  const held: Route[] = [];
  await page.route("**/*", async (route) => {
    if (route.request().isNavigationRequest()) await route.continue();
    else held.push(route);
  });
  const ends = (end: string) => (route: Route) => route.request().url().endsWith(end);

  // With the document alone in hand, the browser asks for all that will be needed.
  await page.goto("/ai-creator", { waitUntil: "commit" });
  await expect(creator.island).toBeAttached();
  const named = "link[rel=modulepreload], link[rel=preload], link[rel=stylesheet], script[src]";
  const addresses = await page
    .locator(named)
    .evaluateAll((all) =>
      all.map((one) => (one as HTMLScriptElement).src || (one as HTMLLinkElement).href),
    );
  await expect
    .poll(() => held.map((route) => route.request().url()))
    .toEqual(expect.arrayContaining(addresses));
  expect(held.some(ends(".wasm"))).toBe(true);
  expect(held.filter(ends(".js")).length).toBeGreaterThan(1);
  for (const route of held.splice(0)) await route.continue();

  // Whatever is asked for from now on gets no answer.
  await creator.ready();
  const send = page.getByRole("button", { name: "Send", exact: true });
  await expect(send).toBeDisabled();
  await creator.memoryBox.fill(`Tea at Nan's, says ${person.username}`);
  await expect(send).toBeEnabled();
  for (const route of held) await route.continue();
});
