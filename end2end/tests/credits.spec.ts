// Credits are taken once, only for what was made, and never below nothing.
import { CreatorPage } from "../pages/CreatorPage.ts";
import { expect, test } from "../support/fixtures.ts";
import { addPhotos, beginMemory, describeMemory, makePicture } from "../support/memories.ts";
import { signUp } from "../support/people.ts";
import { MAN, WOMAN } from "../support/photos.ts";
import { baseUrl } from "../support/server.ts";

test("after two memories the third tells what is missing", async ({ page, person, creator }) => {
  expect(await makePicture(page.request, "Tea with Nan in her kitchen")).toBe(25);
  expect(await makePicture(page.request, `Fishing by the lake with ${person.username}`)).toBe(0);
  await creator.open();
  await expect(creator.credits).toHaveText("0 credits");
  await creator.say("Walking on the beach with my brother");
  await creator.toUpload.click();
  await creator.choosePhotos(WOMAN, MAN);
  await creator.seePhotos(2);
  await creator.rights.check();
  await expect(creator.insufficient).toContainText(
    "You need 25 credits to create this memory, but you only have 0 credits remaining.",
  );
  await expect(creator.create).toBeDisabled();
  for (const name of ["Upgrade Now", "View Pricing Plans"]) {
    const link = creator.insufficient.getByRole("link", { name });
    await expect(link).toHaveAttribute("href", "/pricing");
  }
});

test("however often Create is pressed, one memory is made", async ({
  page,
  context,
  person,
  dashboard,
  creator,
}) => {
  await describeMemory(page.request, `Walking on the beach with ${person.username}`);
  await addPhotos(page.request, [WOMAN, MAN]);
  await creator.open();
  await creator.choosePicture();
  await creator.confirmRights();
  const second = await context.newPage();
  const otherTab = new CreatorPage(second);
  await otherTab.open();
  await expect(otherTab.rights).toBeChecked();

  await Promise.all([creator.create.dblclick(), otherTab.create.click()]);
  await expect(creator.makingHeading).toBeVisible();
  await expect(otherTab.makingHeading).toBeVisible();
  await second.close();
  await expect(creator.resultHeading).toBeVisible({ timeout: 30_000 });
  await expect(creator.credits).toHaveText("25 credits");
  await dashboard.open();
  await expect(dashboard.memories).toHaveCount(1);
  await expect(dashboard.fact("Memories created")).toHaveText("1");
  await expect(dashboard.credits).toHaveText("25 credits");
});

test("a film that is cancelled costs nothing", async ({
  page,
  person,
  dashboard,
  creator,
  playwright,
}) => {
  // Others are ahead in the queue: a film of a few seconds must not be finished before somebody
  // has pressed and was asked.
  for (let other = 0; other < 3; other += 1) {
    const request = await playwright.request.newContext({ baseURL: baseUrl });
    await signUp(request);
    await beginMemory(request, "Tea with Nan in her kitchen", "video");
    await request.dispose();
  }
  await describeMemory(page.request, `Walking on the beach with ${person.username}`);
  await addPhotos(page.request, [WOMAN, MAN]);
  await creator.open();
  await creator.begin();
  await expect(creator.makingHeading).toBeVisible();
  // Nothing is spent before it is finished; what is held stands beside.
  await expect(creator.credits).toHaveText("50 credits (25 held)");
  await creator.cancel();
  await expect(page.getByRole("heading", { name: "Cancelled" })).toBeVisible();
  await expect(
    page.getByText("Your 25 credits are back. You have 50 credits.", { exact: true }),
  ).toBeVisible();
  await expect(creator.credits).toHaveText("50 credits");
  await creator.newMemory.click();
  await expect(creator.memoryBox).toBeVisible();
  await expect(creator.lines).toHaveCount(0);
  await dashboard.open();
  await expect(dashboard.credits).toHaveText("50 credits");
  await expect(dashboard.fact("Memories created")).toHaveText("0");
  await expect(dashboard.memories).toHaveCount(0);
});
