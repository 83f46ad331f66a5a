// Every screen of the way, at the narrowest width and at a desk.
import { accessTour } from "../support/access-tour.ts";
import { expect, test } from "../support/fixtures.ts";
import { expectAccessible } from "../support/looks.ts";
import { addPhotos, describeMemory, makePicture } from "../support/memories.ts";
import { FROM_OUR_PAGE, signUp } from "../support/people.ts";
import { MAN, OLDER_WOMAN_HEIC, WOMAN } from "../support/photos.ts";

// Colours are judged when they stand still.
test.use({ contextOptions: { reducedMotion: "reduce" } });

test.beforeEach(async ({ page }, { project }) => {
  const width = project.name === "phone" ? 320 : 1280;
  await page.setViewportSize({ width, height: 800 });
});

test("the pages around the creator", async ({ page, auth, dashboard, profile }) => {
  await page.goto("/");
  await expectAccessible(page, "landing");
  await auth.open("signin");
  await expectAccessible(page, "sign in");
  await auth.signIn({ email: "nobody@evernear.example", password: "not this one" });
  await expect(auth.problem).toBeVisible();
  await expectAccessible(page, "sign in, refused");
  await auth.open("signup");
  await expectAccessible(page, "sign up");
  await signUp(page.request);
  await page.goto("/");
  await expectAccessible(page, "landing, signed in");
  await dashboard.open();
  await expectAccessible(page, "dashboard, empty");
  await profile.open();
  await expectAccessible(page, "profile");
  await profile.rename(" ");
  await expect(profile.problem).toBeVisible();
  await expectAccessible(page, "profile, refused");
});

test("getting in, staying in and leaving, with the mails", async ({ page, auth }) => {
  // Some thirty screens, each looked at by axe.
  test.setTimeout(240_000);
  await accessTour(page, auth, (screen) => expectAccessible(page, screen));
});

test("the creator from the first word to the last credit", async ({ page, dashboard, creator }) => {
  await signUp(page.request);
  await creator.open();
  await expectAccessible(page, "chat, empty");
  await creator.say("I miss my gran so much");
  await expect(creator.placeBox).toBeVisible();
  await expectAccessible(page, "chat, place asked");
  await creator.sayPlace("In the garden, planting roses");
  await expect(creator.toUpload).toBeVisible();
  await expectAccessible(page, "chat, photos asked");
  await creator.toUpload.click();
  await expectAccessible(page, "upload, empty");
  await creator.choosePhotos({ name: "a.txt", mimeType: "text/plain", buffer: Buffer.from("a") });
  await expect(creator.batchProblem).toBeVisible();
  await expectAccessible(page, "upload, turned away");
  await creator.choosePhotos(WOMAN, MAN, OLDER_WOMAN_HEIC);
  await creator.seePhotos(3);
  await creator.create.click();
  await expect(page.getByText("Please confirm this first.")).toBeVisible();
  await expectAccessible(page, "upload, with photos");
  await creator.begin();
  await expect(creator.plan).toBeVisible();
  await expect(creator.step).toBeVisible();
  await page.getByRole("button", { name: "Cancel", exact: true }).click();
  await expectAccessible(page, "working");
  await page.getByRole("button", { name: "Keep going" }).click();
  await expect(creator.resultHeading).toBeVisible({ timeout: 120_000 });
  // It begins at its top, wherever the person was on the way to it.
  await expect(creator.resultHeading).toBeInViewport();
  await expect(creator.resultHeading).toBeFocused();
  await expectAccessible(page, "result");
  await page.getByRole("button", { name: "Watch", exact: true }).click();
  await expect(page.getByRole("button", { name: "Pause" })).toBeVisible();
  await creator.film.evaluate((film) => Object.assign(film, { currentTime: 9.5 }));
  await expect(creator.newMemory).toBeVisible();
  await expectAccessible(page, "result, watched");
  await dashboard.open();
  await expect(dashboard.memories).toHaveCount(1);
  await expectAccessible(page, "dashboard, full");
  await dashboard.memories.getByRole("link").click();
  await expect(page.locator("video")).toBeVisible();
  await expectAccessible(page, "memory");

  await creator.open();
  await expect(creator.memoryBox).toBeVisible();
  await makePicture(page.request, "Tea with Nan in her kitchen");
  await describeMemory(page.request, "Fishing by the lake with Dad");
  await addPhotos(page.request, [WOMAN, MAN]);
  await creator.open();
  await expect(creator.insufficient).toBeVisible();
  await expectAccessible(page, "insufficient credits");
});

test("every end but the happy one", async ({ page, context, creator }) => {
  await signUp(page.request);
  await describeMemory(page.request, "Fishing by the lake with Dad");
  await addPhotos(page.request, [WOMAN, MAN]);
  // The embedded renderer never fails: the page is told that it did.
  const question = "Where should this take place?";
  const failed = {
    message: "Video generation failed",
    credits_message: "Your 25 credits are back. You have 50 credits.",
    question: null as string | null,
    can_retry: true,
  };
  let fails = false;
  let last = {};
  await page.route("**/api/creation/watch", async (route) => {
    const answer = await route.fetch();
    last = await answer.json();
    const told = fails ? { status: "failed", failure: failed } : {};
    await route.fulfill({ response: answer, json: { ...last, ...told } });
  });
  await page.route("**/api/creation/retry", (route) => {
    const failure = { ...failed, message: question, question };
    return route.fulfill({ json: { ...last, status: "failed", failure } });
  });
  await creator.open();
  await creator.begin();
  await expect(creator.plan).toBeVisible();
  await expectAccessible(page, "plan");
  fails = true;
  await page.getByRole("button", { name: "Try Again" }).click({ trial: true });
  await expectAccessible(page, "failed");
  await page.getByRole("button", { name: "Try Again" }).click();
  await expect(page.getByLabel(question)).toBeVisible();
  await expectAccessible(page, "a question");

  // Another memory, and the session ends in the middle of it.
  await page.request.post("/api/creator/start_over", { headers: FROM_OUR_PAGE, data: {} });
  await creator.open();
  await context.clearCookies();
  await creator.say("and her blue cups");
  await expect(creator.signInAgain).toBeVisible();
  await expectAccessible(page, "signed out");
});

test("the island takes its skeleton's place without a shift", async ({ page, creator }) => {
  await signUp(page.request);
  await page.addInitScript(() => {
    const shifts = { sum: 0 };
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.sum += (entry as never as Shift).value;
    }).observe({ type: "layout-shift", buffered: true });
    interface Shift {
      value: number;
    }
  });
  // The island's code waits until the skeleton has been measured.
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/assets\/creator-.*\.js/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("/ai-creator", { waitUntil: "commit" });
  const places = async () => {
    await page.evaluate(async () => void (await document.fonts.ready));
    const boxes = [".creator-bar", ".creator-title", ".composer-box"].map((part) =>
      page.locator(part).boundingBox(),
    );
    return Promise.all(boxes);
  };
  await expect(page.locator(".composer-note")).toBeVisible();
  const before = await places();
  release();
  await creator.ready();
  await expect(creator.memoryBox).toBeVisible();
  expect(await places()).toEqual(before);
  // Shifts are told after the frame that they happened in.
  const sum = await page.evaluate(
    () =>
      new Promise<number>((resolve) =>
        requestAnimationFrame(() =>
          requestAnimationFrame(() =>
            resolve((window as never as { shifts: { sum: number } }).shifts.sum),
          ),
        ),
      ),
  );
  expect(sum).toBeLessThanOrEqual(0.02);
});
