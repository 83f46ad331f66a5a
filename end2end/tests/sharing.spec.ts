// A film is sent by its link, and watched by somebody without an account.
import { expect, test } from "../support/fixtures.ts";
import { expectAccessible } from "../support/looks.ts";
import { beginMemory, takePicture } from "../support/memories.ts";

test.use({ contextOptions: { reducedMotion: "reduce" } });

test("a film is shared, watched, and stopped in the middle", async ({ page, person, browser }) => {
  const id = await beginMemory(page.request, `Tea with Nan and ${person.username}`, "video", true);
  await takePicture(page.request, id);
  await page.goto(`/memories/${id}`);
  await page.getByRole("link", { name: "Share" }).click();
  await expect(page.getByRole("heading", { name: "What they will see" })).toBeVisible();
  await expectAccessible(page, "sharing a memory");
  await page.getByLabel("Note, for yourself").fill("for Mum");
  await page.getByRole("button", { name: "Make the Link" }).click();
  await expect(page.getByRole("heading", { name: "Your Link" })).toBeVisible();
  await expectAccessible(page, "a link that was made");
  const field = page.getByRole("textbox", { name: "The link" });
  const link = await field.inputValue();
  expect(link).toMatch(/\/m\/[0-9a-f]{40}$/);
  await page.getByRole("button", { name: "Copy the Link" }).click();
  // Copied, or selected where the browser lets nothing be copied.
  await expect(page.getByRole("status").filter({ hasText: /is copied|is selected/ })).toBeVisible();

  const elsewhere = await browser.newContext({ javaScriptEnabled: true });
  const mum = await elsewhere.newPage();
  await mum.goto(link);
  await expect(mum).toHaveTitle("Someone shared a memory with you · Evernear");
  await expect(mum.getByRole("main")).not.toContainText("Nan");
  await expectAccessible(mum, "cover of a link");
  await mum.getByRole("button", { name: "Open It" }).click();
  const video = mum.locator("video");
  const playedFor = () => video.evaluate((film) => (film as HTMLVideoElement).currentTime);
  await expect(mum.getByRole("button", { name: "Watch", exact: true })).toBeVisible();
  await expectAccessible(mum, "a shared film");
  expect(await playedFor(), "it never starts by itself").toBe(0);
  await mum.getByRole("button", { name: "Watch", exact: true }).click();
  await expect.poll(playedFor).toBeGreaterThan(0.2);
  await expect(mum.getByRole("main")).not.toContainText("Nan");
  const behind = () =>
    mum.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  expect(await behind(), "the page is dark, whatever the device says").toBe("rgb(20, 17, 15)");
  await mum.getByRole("link", { name: "Report this memory" }).click();
  await expectAccessible(mum, "reporting a memory");
  await mum.getByRole("link", { name: "Back" }).click();

  await page.goto("/shared");
  await expect(page.getByText("once, by 1 person, last on")).toBeVisible();
  await expectAccessible(page, "links");
  await page.getByRole("link", { name: "Change: for Mum" }).click();
  await expect(page.getByRole("heading", { name: "Change a Link" })).toBeVisible();
  await expectAccessible(page, "changing a link");
  await page.goto("/shared");
  await page.getByRole("button", { name: "Stop: for Mum" }).click();
  await expect(page.getByText("That link leads nowhere any more.")).toBeVisible();
  await mum.reload();
  await expect(
    mum.getByRole("heading", { name: "This link leads nowhere any more." }),
  ).toBeVisible();
  await expectAccessible(mum, "a link that leads nowhere");
  await elsewhere.close();
});

test("a link works without script @once", async ({ page, person, browser }) => {
  const id = await beginMemory(page.request, `Tea with ${person.username}`, "image");
  await expect
    .poll(async () => (await page.request.get(`/memories/${id}/share`)).status(), {
      timeout: 30_000,
    })
    .toBe(200);
  await page.goto(`/memories/${id}/share`);
  await page.getByLabel("Password").fill("lamplight");
  await page.getByRole("button", { name: "Make the Link" }).click();
  const link = await page.getByRole("textbox", { name: "The link" }).inputValue();
  const plain = await browser.newContext({ javaScriptEnabled: false });
  const mum = await plain.newPage();
  await mum.goto(link);
  await mum.getByLabel("Password").fill("candlelight");
  await mum.getByRole("button", { name: "Open It" }).click();
  await expect(mum.getByRole("alert")).toHaveText("That is not the password of this link.");
  await mum.getByLabel("Password").fill("lamplight");
  await mum.getByRole("button", { name: "Open It" }).click();
  await expect(mum.getByRole("img", { name: /An imagined scene/ })).toBeVisible();
  await mum.getByRole("link", { name: "Report this memory" }).click();
  await mum.getByLabel("What is wrong?").fill("That is me.");
  await mum.getByRole("button", { name: "Report It" }).click();
  await expect(mum.getByRole("heading", { name: "Your report is with us" })).toBeVisible();
  await plain.close();
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("a film is shared, opened, counted and stopped", async ({ page, person, browser }) => {
    const id = await beginMemory(page.request, `Tea with ${person.username}`, "video", true);
    await takePicture(page.request, id);
    await page.goto(`/memories/${id}`);
    await page.getByRole("link", { name: "Share" }).click();
    await page.getByLabel("Note, for yourself").fill("for Mum");
    await page.getByRole("button", { name: "Make the Link" }).click();
    const link = await page.getByRole("textbox", { name: "The link" }).inputValue();

    const plain = await browser.newContext({
      javaScriptEnabled: false,
      viewport: page.viewportSize(),
    });
    const mum = await plain.newPage();
    await mum.goto(link);
    await mum.getByRole("button", { name: "Open It" }).click();
    const shown = mum.getByLabel("The film");
    await expect(shown, "the browser's own controls stay").toHaveAttribute("controls");
    const film = new URL((await shown.getAttribute("src")) ?? "", link).href;
    expect((await mum.request.get(film)).status()).toBe(200);

    await page.goto("/shared");
    await expect(page.getByText("once, by 1 person, last on")).toBeVisible();
    await page.getByRole("button", { name: "Stop: for Mum" }).click();
    await expect(page.getByText("That link leads nowhere any more.")).toBeVisible();
    await mum.reload();
    await expect(
      mum.getByRole("heading", { name: "This link leads nowhere any more." }),
    ).toBeVisible();
    expect((await mum.request.get(film)).status()).toBe(404);
    await plain.close();
  });
});
