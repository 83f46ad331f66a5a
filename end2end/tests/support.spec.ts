// Somebody who is signed in writes to us, the administrator answers, both see one thread.
import { AdminPage } from "../pages/AdminPage.ts";
import { expect, test } from "../support/fixtures.ts";
import { expectAccessible } from "../support/looks.ts";
import { closedServer, type OwnServer } from "../support/own.ts";
import { somebody } from "../support/people.ts";

let server: OwnServer;

test.beforeAll(async () => {
  server = await closedServer();
});

test.afterAll(async () => {
  await server.stop();
});

test.use({ contextOptions: { reducedMotion: "reduce" } });

test("a message is answered in its thread, on the site and by mail", async ({ page, browser }) => {
  const person = somebody();
  await page.goto(`${server.base}/auth?mode=signup`);
  await page.getByLabel("Email address").fill(person.email);
  await page.getByLabel("Create a Password").fill(person.password);
  await page.getByLabel(/I am 12 or older/).check();
  await page.getByRole("button", { name: "Sign up" }).click();
  await expect(page).not.toHaveURL(/mode=signup/);
  await page.goto(`${server.base}/profile`);
  await page.getByRole("link", { name: "Support" }).click();
  await page.getByLabel("Your message").fill("My film has no sound.\nIs that so?");
  await page.getByRole("button", { name: "Send Message" }).click();
  await expect(page.getByRole("status")).toContainText("we answer within 24 hours");
  const thread = page.getByRole("region", { name: /^Your message of/ });
  await expect(thread).toContainText("My film has no sound.");
  await expect(thread).toContainText("Waiting for our answer");
  await expectAccessible(page, "support, waiting");

  const desk = await browser.newContext({
    viewport: page.viewportSize() ?? { width: 1280, height: 900 },
    reducedMotion: "reduce",
  });
  const admin = new AdminPage(await desk.newPage());
  await admin.open(`${server.base}/admin/waitlist`);
  await admin.unlock(server.adminPassword);
  await admin.page.getByRole("button", { name: "Messages" }).click();
  const name = person.email.split("@")[0] ?? "";
  const conversation = admin.page.getByRole("article", { name: `Conversation with ${name}` });
  await expect(conversation).toContainText("Is that so?");
  await expectAccessible(admin.page, "admin, messages");
  await conversation.getByRole("button", { name: "Send Answer" }).click();
  await expect(conversation.getByRole("alert")).toHaveText("Please write a message.");
  await conversation.getByLabel(`Answer ${name}`).fill("It is. Films are silent for now.");
  await conversation.getByRole("button", { name: "Send Answer" }).click();
  await expect(conversation).toContainText("Answered");
  await expect(conversation).toContainText("Films are silent for now.");
  await expectAccessible(admin.page, "admin, answered");
  await desk.close();

  await page.reload();
  await expect(thread).toContainText("Films are silent for now.");
  await expect(thread.getByText("Answered", { exact: true })).toBeVisible();
  await expectAccessible(page, "support, answered");
  await thread.getByLabel("Go on").fill("Thank you.");
  await thread.getByRole("button", { name: "Send Message" }).click();
  await expect(thread).toContainText("Waiting for our answer");
  await expect(thread.getByRole("listitem")).toHaveCount(3);
  await page.goto(`${server.base}/dev/mail`);
  await expect(page.getByRole("link", { name: "Our answer to your message" })).toBeVisible();
});
