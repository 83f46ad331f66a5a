// Nothing is lost when a page, a tab or a session goes away in the middle.
import { AuthPage } from "../pages/AuthPage.ts";
import { CreatorPage } from "../pages/CreatorPage.ts";
import { DashboardPage } from "../pages/DashboardPage.ts";
import { expect, test } from "../support/fixtures.ts";
import { addPhotos, describeMemory } from "../support/memories.ts";
import { MAN, OLDER_WOMAN_HEIC, WOMAN } from "../support/photos.ts";

test("words, photos and choices survive a reload and a sign-out", async ({
  page,
  person,
  auth,
  dashboard,
  creator,
}) => {
  const memory = "I miss my dad so much";
  await creator.open();
  await creator.say(memory);
  await expect(creator.placeBox).toBeVisible();

  // In the conversation.
  await page.reload();
  await creator.ready();
  await expect(creator.lines).toHaveText([`You: ${memory}`, /^Assistant: /]);
  await creator.sayPlace("By the lake, fishing");
  await creator.toUpload.click();

  // With photos and choices. Choices are saved a moment after the last of them.
  await creator.choosePhotos(WOMAN, OLDER_WOMAN_HEIC);
  await creator.seePhotos(2);
  const order = () =>
    creator.previews.evaluateAll((all) =>
      all.map((one) => [one.getAttribute("alt"), one.getAttribute("src")?.split("/")[3]]),
    );
  const chosen = await order();
  await page.getByRole("button", { name: "Swap the two" }).click();
  const swapped = [
    ["You", chosen[1]?.[1]],
    ["Your father", chosen[0]?.[1]],
  ];
  await creator.choosePicture();
  await creator.confirmRights();
  await page.reload();
  await creator.ready();
  const seeEverything = async () => {
    await expect(creator.uploadHeading).toBeVisible();
    await creator.seePhotos(2);
    await expect.poll(order).toEqual(swapped);
    await expect(creator.kind("Picture")).toBeChecked();
    await expect(creator.rights).toBeChecked();
  };
  await seeEverything();

  // Signed out and in again.
  await dashboard.open();
  await dashboard.signOut();
  await expect(page).toHaveURL("/");
  await page.goto("/ai-creator");
  await auth.signIn(person);
  await expect(page).toHaveURL("/ai-creator");
  await creator.ready();
  await seeEverything();
  await page.getByRole("button", { name: "Back" }).click();
  await expect(creator.lines).toHaveCount(4);
  await expect(creator.lines.first()).toHaveText(`You: ${memory}`);
});

test("photos keep the person's order, whichever arrives first", async ({
  page,
  person,
  creator,
}) => {
  await describeMemory(page.request, `Dancing at ${person.username}'s wedding in Cape Town`);
  await creator.open();
  await creator.toUpload.click();
  await page.route("**/api/photos*", (route) => route.abort(), { times: 1 });
  await creator.choosePhotos(WOMAN, MAN);
  await expect(creator.count(1)).toBeVisible();
  const photo = (address: string | null) => address?.split("/")[3];
  // The second has arrived, and stands in its place.
  const arrived = page.locator(".photo-loved-one").getByRole("img");
  await expect(arrived).toBeVisible();
  const second = photo(await arrived.getAttribute("src"));
  await page.getByRole("button", { name: "Try again" }).click();
  await creator.seePhotos(2);
  const order = async () =>
    (await creator.previews.evaluateAll((all) => all.map((one) => one.getAttribute("src")))).map(
      photo,
    );
  const before = await order();
  expect(before[1]).toBe(second);
  await page.reload();
  await creator.ready();
  await creator.seePhotos(2);
  expect(await order()).toEqual(before);
});

test("a film carries on when its page is closed", async ({ page, context, person, creator }) => {
  await describeMemory(page.request, `Dancing at ${person.username}'s wedding in Cape Town`);
  await addPhotos(page.request, [WOMAN, MAN]);
  await creator.open();
  await creator.begin();
  await expect(creator.step).toBeVisible();
  await page.close();

  const later = await context.newPage();
  const dashboard = new DashboardPage(later);
  await dashboard.open();
  // Held while the film is made, unless it is finished already.
  await expect(dashboard.credits).toHaveText(/^\s*(50 credits \(25 held\)|25 credits)\s*$/);
  await expect(dashboard.memories).toHaveCount(1);
  await dashboard.memories.getByRole("link").click();
  // Still at work, or done: its own page either way.
  const again = new CreatorPage(later);
  const kept = later.locator("video");
  await expect(again.step.or(kept).first()).toBeVisible();
  // What was seen there does not come up in the creator any more.
  if (!(await kept.isVisible())) {
    await again.open();
    await expect(again.resultHeading).toBeVisible({ timeout: 120_000 });
    await expect(again.film).toBeVisible();
  }
  await dashboard.open();
  await expect(dashboard.fact("Memories created")).toHaveText("1");
  // Spent once it is finished: nothing is held any more.
  await expect(dashboard.credits).toHaveText("25 credits");
  await expect(dashboard.fact("Available credits")).toHaveText("25");
});

test("a session that ends elsewhere leads back to the same place", async ({
  page,
  browser,
  person,
  auth,
  creator,
}) => {
  const memory = "I miss my sister";
  await creator.open("/couple");
  await creator.say(memory);
  await expect(creator.placeBox).toBeVisible();

  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  await new AuthPage(other).open("signin");
  await new AuthPage(other).signIn(person);
  await new DashboardPage(other).signOut();
  await expect(other).toHaveURL("/");
  await elsewhere.close();

  await creator.sayPlace("In the garden, planting roses");
  await expect(creator.signInAgain).toBeVisible();
  await page.getByRole("link", { name: "Sign In" }).click();
  await expect(auth.signInHeading).toBeVisible();
  await auth.signIn(person);
  await expect(page).toHaveURL("/couple");
  await creator.ready();
  await expect(creator.lines).toHaveText([`You: ${memory}`, /^Assistant: /]);
  await expect(creator.placeBox).toBeVisible();
});

test("a session that ends while a memory is made does not stop it", async ({
  page,
  context,
  person,
  auth,
  creator,
}) => {
  await describeMemory(page.request, "Dancing at our wedding in Cape Town");
  await addPhotos(page.request, [WOMAN, MAN]);
  await creator.open();
  await creator.choosePicture();
  await creator.begin();
  await expect(creator.makingHeading).toBeVisible();
  await context.clearCookies();
  await expect(creator.signInAgain).toBeVisible();
  await page.getByRole("link", { name: "Sign In" }).click();
  await auth.signIn(person);
  await expect(page).toHaveURL("/ai-creator");
  await expect(creator.resultHeading).toBeVisible({ timeout: 30_000 });
});
