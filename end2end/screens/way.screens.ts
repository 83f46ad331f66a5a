import { expect, test } from "../support/fixtures.ts";
import { addPhotos, describeMemory, makePicture } from "../support/memories.ts";
import { signUp, somebody } from "../support/people.ts";
import { MAN, OLDER_WOMAN_HEIC, WOMAN } from "../support/photos.ts";
import { camera } from "../support/screens.ts";

const NOTE = { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("not a photo") };

test("the way", async ({ page, context, auth, dashboard, creator, profile }) => {
  const shot = camera(page);
  const person = {
    ...somebody(),
    email: `thandi-${Date.now().toString(36)}@evernear.example`,
    username: `Thandi ${Date.now() % 1000}`,
  };

  await page.goto("/");
  await shot("landing");
  await auth.open("signin");
  await shot("sign-in");
  await auth.signIn({ ...person, password: "not this one" });
  await expect(auth.problem).toBeVisible();
  await shot("sign-in-refused");
  await auth.open("signup");
  await shot("sign-up");
  await signUp(page.request, person);
  await page.goto("/");
  await shot("landing-signed-in");
  await dashboard.open();
  await shot("dashboard-empty");
  await profile.open();
  await shot("profile");
  await profile.rename(" ");
  await shot("profile-refused");

  await creator.open();
  await shot("chat-empty");
  await creator.say("I miss walking with my gran so much. She always knew the names of the birds.");
  await expect(creator.placeBox).toBeVisible();
  await shot("chat-place-asked");
  await creator.placeBox.fill("The path around the lake near her house, early in the morning");
  await shot("chat-place-typed", false);
  await creator.send();
  await expect(creator.toUpload).toBeVisible();
  await shot("chat-photos-asked");
  await creator.toUpload.click();
  await expect(creator.uploadHeading).toBeVisible();
  await shot("upload-empty");
  await creator.choosePhotos(NOTE);
  await expect(creator.batchProblem).toBeVisible();
  await shot("upload-turned-away");
  await creator.choosePhotos(WOMAN);
  await creator.seePhotos(1);
  await shot("upload-one-photo");
  await creator.choosePhotos({ ...NOTE, name: "selfie.jpg", mimeType: "image/jpeg" });
  await expect(creator.batchProblem).toBeVisible();
  await shot("upload-refused-by-the-server");
  await creator.choosePhotos(OLDER_WOMAN_HEIC);
  await creator.seePhotos(2);
  await creator.create.click();
  await shot("upload-two-photos-unconfirmed");
  await creator.choosePhotos(MAN);
  await creator.seePhotos(3);
  await creator.rights.check();
  await shot("upload-three-photos");

  await creator.create.click();
  await expect(creator.plan).toBeVisible();
  await shot("plan");
  await expect(creator.step).toBeVisible();
  await shot("working-first-step");
  await expect(creator.step).toHaveText("Step 3 of 6");
  await shot("working-third-step");
  await page.getByRole("button", { name: "Cancel", exact: true }).click();
  await shot("working-cancel-asked");
  await page.getByRole("button", { name: "Keep going" }).click();
  await expect(creator.resultHeading).toBeVisible({ timeout: 90_000 });
  await shot("result-ready", false);
  await page.getByRole("button", { name: "Watch", exact: true }).click();
  const played = () => creator.film.evaluate((film) => (film as HTMLVideoElement).currentTime);
  await expect.poll(played).toBeGreaterThan(2);
  await shot("result-film-first-view", false);
  await expect(creator.newMemory).toBeVisible({ timeout: 30_000 });
  await shot("result-film");

  await dashboard.open();
  await shot("dashboard-one-memory");
  await dashboard.memories.getByRole("link").click();
  await expect(page.locator("video")).toBeVisible();
  await shot("memory");

  await describeMemory(page.request, "Dancing at our wedding in Cape Town");
  await addPhotos(page.request, [WOMAN, MAN]);
  await creator.open();
  await creator.begin();
  await expect(creator.step).toBeVisible();
  await dashboard.open();
  await shot("dashboard-one-running");
  await creator.open();
  await creator.cancel();
  await expect(page.getByRole("heading", { name: "Cancelled" })).toBeVisible();
  await shot("cancelled");
  await creator.newMemory.click();
  await expect(creator.memoryBox).toBeVisible();
  await makePicture(page.request, "Tea with Nan in her kitchen");
  await dashboard.open();
  await shot("dashboard-two-memories");
  await describeMemory(page.request, "Fishing by the lake with Dad");
  await addPhotos(page.request, [WOMAN, MAN]);
  await creator.open();
  await expect(creator.insufficient).toBeVisible();
  await shot("insufficient-credits");
  await creator.open("/couple");
  await shot("creator-in-the-shell");
  await context.clearCookies();
  await page.getByRole("button", { name: "Remove your photo" }).click();
  await expect(creator.signInAgain).toBeVisible();
  await shot("session-ended");
});

test("a picture", async ({ page, person, creator }) => {
  const shot = camera(page);
  expect(person.email).toBeTruthy();
  await creator.open("/virtual-hangout-image");
  await creator.say("Dancing with Mum at my wedding in Cape Town");
  await creator.toUpload.click();
  await creator.choosePhotos(WOMAN, MAN);
  await creator.seePhotos(2);
  await creator.begin();
  await expect(creator.resultHeading).toBeVisible({ timeout: 60_000 });
  await expect(creator.picture).toBeVisible();
  await shot("result-picture");
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("the creator without script", async ({ page, person, creator }) => {
    expect(person.email).toBeTruthy();
    await page.goto("/ai-creator");
    await expect(creator.needsScript).toBeVisible();
    await camera(page)("creator-without-script");
  });
});
