// A shared memory is reported; an administrator looks at it and pauses it, and its owner reads why.
import { AdminPage } from "../pages/AdminPage.ts";
import { expect } from "../support/fixtures.ts";
import { expectAccessible } from "../support/looks.ts";
import { makePicture } from "../support/memories.ts";
import { test } from "../support/own.ts";
import { signUp } from "../support/people.ts";

test("a report is looked at and decided, and its owner reads why", async ({
  page,
  browser,
  server,
}) => {
  await signUp(page.request);
  await makePicture(page.request, "Walking with my dad by the lake");
  await page.goto("/dashboard");
  await page.locator(".memory").click();
  await page.getByText("Remember a day with it").click();
  await expect(page.getByLabel("Time zone")).toBeVisible();
  await expectAccessible(page, "choosing a day");
  await page.getByRole("link", { name: "Share" }).click();
  await page.getByLabel("Note, for yourself").fill("for Mum");
  await page.getByLabel(/^Password/).fill("lamplight");
  await page.getByRole("button", { name: "Make the Link" }).click();
  const link = await page.getByRole("textbox", { name: "The link" }).inputValue();

  const elsewhere = await browser.newContext({ baseURL: server.base });
  const dad = await elsewhere.newPage();
  await dad.goto(link);
  await expectAccessible(dad, "cover with a password");
  await dad.getByLabel(/Password/).fill("lamplight");
  await dad.getByRole("button", { name: "Open It" }).click();
  await dad.getByRole("link", { name: "Report this memory" }).click();
  await dad.getByLabel("What is wrong?").fill("That is me, and I was not asked.");
  await dad.getByRole("button", { name: "Report It" }).click();
  await expect(dad.getByRole("heading", { name: "Your report is with us" })).toBeVisible();
  await expectAccessible(dad, "a report that was received");

  const office = await browser.newContext({ baseURL: server.base });
  const desk = await office.newPage();
  const admin = new AdminPage(desk);
  await admin.open("/admin/reports");
  await admin.unlock(server.adminPassword);
  await desk.goto("/admin/reports");
  await expect(desk.getByText("That is me, and I was not asked.")).toBeVisible();
  await expectAccessible(desk, "reports");
  await expect(desk.locator(".print img")).toHaveCount(0);
  await desk.getByRole("button", { name: "Look at the memory" }).click();
  await expect(desk.locator(".print img")).toBeVisible();
  await expectAccessible(desk, "a memory that is looked at");
  await desk.getByLabel("Why, as its owner reads it").fill("Whoever is shown did not agree.");
  await desk.getByRole("button", { name: "Pause the link" }).click();
  await expect(desk.getByText("The link is paused, and its owner is told why.")).toBeVisible();
  await dad.goto(link);
  await expect(
    dad.getByRole("heading", { name: "This link leads nowhere any more." }),
  ).toBeVisible();

  await page.goto("/shared");
  await expect(page.getByText("because: Whoever is shown did not agree.")).toBeVisible();
  await expect(page.getByText("a person here looked at it on")).toBeVisible();
  await expectAccessible(page, "a link that is paused");
  await elsewhere.close();
  await office.close();
});
