// From an application to the first page behind the closed gate.
import { readFile } from "node:fs/promises";
import type { Browser, BrowserContextOptions, Page } from "@playwright/test";
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

test("register, approve, invitation, sign-up behind the closed gate", async ({ page, browser }) => {
  const person = somebody();
  await page.goto(`${server.base}/register`);
  await expectAccessible(page, "register");
  await page.getByLabel("Name").fill("=1+1 Thandi");
  await page.getByLabel("Email address").fill(person.email);
  await page.getByLabel(/Why would you like/).fill("I miss my gran");
  await page.getByRole("button", { name: "Apply for Beta Access" }).click();
  await expect(page.getByRole("status")).toContainText(
    "Your beta access request has been submitted.",
  );
  await expect(page.getByText(`=1+1 Thandi, ${person.email}`)).toBeVisible();
  await expectAccessible(page, "register, submitted");
  await page.reload();
  await expect(page.getByRole("status")).toBeHidden();
  await page.getByRole("button", { name: "Clear these copies" }).click();
  await expect(page.getByText("Sent from this browser")).toBeHidden();

  // Somebody who has not been approved meets the gate.
  await signUp(page, { ...person, email: `early-${person.email}`, username: "" });
  await page.goto(`${server.base}/ai-creator`);
  await expect(page.getByRole("heading", { name: "Closed Beta Access Required" })).toBeVisible();
  await expectAccessible(page, "beta gate");
  await page.getByRole("link", { name: "Apply for Beta Access" }).click();
  await expect(page).toHaveURL(`${server.base}/#early-access`);
  await expect(page.getByRole("heading", { name: "Early access" })).toBeInViewport();

  const desk = await another(browser);
  const admin = new AdminPage(await desk.newPage());
  await admin.open(`${server.base}/admin/waitlist`);
  await expectAccessible(admin.page, "admin gate");
  await admin.unlock("not this one");
  await expect(admin.problem).toHaveText("Invalid password");
  await expectAccessible(admin.page, "admin gate, refused");
  await admin.unlock(server.adminPassword);
  await expect(admin.heading).toBeVisible();
  await expect(admin.row(person.email)).toBeVisible();
  await expectAccessible(admin.page, "admin, applications");
  expect(await admin.sideways(), "everything of a row is seen at once").toBe(0);
  expect(await admin.narrowestGap(), "parts stand apart").toBeGreaterThanOrEqual(16);

  await admin.search.fill(person.email.toUpperCase());
  await expect(admin.rows).toHaveCount(1);
  await expect(admin.page).toHaveURL(/search=/);
  await expect(admin.page.getByText("1 found")).toBeAttached();
  for (const way of [
    admin.page.getByRole("button", { name: "CSV of this page" }),
    admin.page.getByRole("link", { name: "CSV of everything that matches" }),
  ]) {
    const file = admin.page.waitForEvent("download");
    await way.click();
    const csv = await file;
    expect(csv.suggestedFilename()).toMatch(/^evernear-waitlist-\d{4}-\d{2}-\d{2}\.csv$/);
    const [head, row, ...rest] = (await readFile(await csv.path(), "utf8")).split("\r\n");
    expect(head).toBe("\uFEFFNumber,Name,Email,Interest/Reason,Status,Timestamp");
    expect(row).toContain(`1,'=1+1 Thandi,${person.email},I miss my gran,pending,`);
    expect(rest).toEqual([""]);
  }

  await admin
    .row(person.email)
    .getByRole("button", { name: /^Approve/ })
    .click();
  await expect(admin.row(person.email)).toContainText("Approved");
  await admin.page.reload();
  await expect(admin.search).toHaveValue(person.email.toUpperCase());
  await admin.status.selectOption("pending");
  await expect(admin.page.getByText("No applications match.")).toBeVisible();
  await expectAccessible(admin.page, "admin, nothing found");
  await admin.lock.click();
  await expect(admin.password).toBeVisible();
  await desk.close();

  // The invitation, in a browser of its own.
  const home = await another(browser);
  const reader = await home.newPage();
  const mails = reader.getByRole("article").filter({ hasText: person.email });
  await expect(async () => {
    await reader.goto(`${server.base}/dev/mail`);
    await expect(mails.getByRole("link", { name: "Your invitation to Evernear" })).toBeVisible({
      timeout: 500,
    });
  }).toPass();
  await mails.getByRole("link", { name: "Your invitation to Evernear" }).click();
  await expectAccessible(reader, "invitation mail");
  await reader.getByRole("link", { name: "Make your account" }).click();
  await expect(reader.getByRole("heading", { name: "Create your account" })).toBeVisible();
  await fillSignUp(reader, { ...person, email: `other-${person.email}`, username: "" });
  await expect(reader).toHaveURL(`${server.base}/ai-creator`);
  await expect(
    reader.getByPlaceholder("Describe a memory, a feeling, or a dream..."),
  ).toBeVisible();
  await home.close();
});

test("a company writes and the administrator reads it", async ({ page }) => {
  await page.goto(`${server.base}/contact`);
  await expectAccessible(page, "contact");
  await page.getByLabel("Name").fill("Sipho");
  await page.getByLabel("Email address").fill("sipho@example.com");
  await page.getByLabel("Company", { exact: true }).fill("Umbrella Care");
  await page.getByLabel("Company size").selectOption("51-200");
  await page.getByLabel("Message").fill("We look after families.");
  await page.getByRole("button", { name: "Send Message" }).click();
  await expect(page.getByRole("status")).toContainText("Your message is with us");
  const admin = new AdminPage(page);
  await admin.open(`${server.base}/admin/waitlist`);
  await admin.unlock(server.adminPassword);
  await admin.page.getByRole("button", { name: "Messages" }).click();
  await expect(admin.page.getByText("We look after families.")).toBeVisible();
  await expectAccessible(admin.page, "admin, messages");
});

test("@once everything that is sent works without script", async ({ browser }) => {
  const screen = test.info().project.use as BrowserContextOptions;
  const bare = await browser.newContext({ ...screen, javaScriptEnabled: false });
  const page = await bare.newPage();
  const person = somebody();
  for (const words of ["Your beta access request has been submitted.", "has already applied"]) {
    await page.goto(`${server.base}/register`);
    await page.getByLabel("Name").fill("Nomsa");
    await page.getByLabel("Email address").fill(person.email);
    await page.getByRole("button", { name: "Apply for Beta Access" }).click();
    await expect(page.locator(".notice")).toContainText(words);
  }
  await expect(page.getByLabel("Name")).toHaveValue("Nomsa");
  await page.goto(`${server.base}/contact`);
  await page.getByLabel("Name").fill("Nomsa");
  await page.getByLabel("Email address").fill(person.email);
  await page.getByLabel("Company", { exact: true }).fill("Acme");
  await page.getByLabel("Message").fill("Hello");
  await page.getByRole("button", { name: "Send Message" }).click();
  await expect(page.locator(".notice")).toContainText("Your message is with us");
  const admin = new AdminPage(page);
  await admin.open(`${server.base}/admin/waitlist`);
  await admin.unlock(server.adminPassword);
  // The table needs a script, the gate does not.
  await expect(admin.heading).toBeVisible();
  await admin.lock.click();
  await expect(admin.password).toBeVisible();
  await bare.close();
});

test("without the database this browser's own copies are shown, and nothing else", async ({
  page,
}) => {
  const person = somebody();
  await page.goto(`${server.base}/register`);
  await page.getByLabel("Name").fill("Lerato");
  await page.getByLabel("Email address").fill(person.email);
  await page.getByRole("button", { name: "Apply for Beta Access" }).click();
  await expect(page.getByRole("status")).toContainText("has been submitted");
  const admin = new AdminPage(page);
  await admin.open(`${server.base}/admin/waitlist`);
  await admin.unlock(server.adminPassword);
  await expect(admin.row(person.email)).toBeVisible();
  const trouble = "There was an issue connecting to the database. Some features may be limited.";
  const away = { success: false, data: [], counts: null, error: trouble };
  await page.route(/\/api\/admin\/waitlist\/(list|counts)$/, (route) =>
    route.fulfill({ json: away }),
  );
  await admin.search.fill("lerato");
  await expect(admin.problem).toContainText(trouble);
  await expect(admin.rows).toHaveCount(1);
  await expect(admin.count("Total")).toHaveText("1");
  await expectAccessible(page, "admin, without the database");
  await page.unrouteAll();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(admin.problem).toBeHidden();
});

test("the debug console and its findings", async ({ page }) => {
  const admin = new AdminPage(page);
  await admin.open(`${server.base}/debug-supabase`);
  await expectAccessible(page, "debug, gate");
  await admin.unlock(server.adminPassword);
  await page.getByRole("button", { name: "Test Connection" }).click();
  await expect(page.getByText("Connected to SQLite.")).toBeVisible();
  await page.getByRole("button", { name: "Insert Test Entry" }).click();
  await expect(page.getByText(/A test entry was inserted/)).toBeVisible();
  await page.getByRole("button", { name: "Look at everything that is configured" }).click();
  await expect(page.getByRole("heading", { name: "Configuration" })).toBeVisible();
  await expectAccessible(page, "debug, findings");
});

/** A browser of somebody else, on the same kind of screen. */
function another(browser: Browser) {
  const screen = test.info().project.use as BrowserContextOptions;
  return browser.newContext({ ...screen, reducedMotion: "reduce" });
}

async function signUp(page: Page, person: ReturnType<typeof somebody>) {
  await page.goto(`${server.base}/auth?mode=signup`);
  await fillSignUp(page, person);
  await expect(page).not.toHaveURL(/mode=signup/);
}

async function fillSignUp(page: Page, person: ReturnType<typeof somebody>): Promise<void> {
  await page.getByLabel("Email address").fill(person.email);
  await page.getByLabel("Create a Password").fill(person.password);
  await page.getByLabel(/I am 12 or older/).check();
  await page.getByRole("button", { name: "Sign up" }).click();
}
