// Signing in with Google, as a browser goes there and back: across sites, with script and
// without.

import { expect } from "../support/fixtures.ts";
import { GoogleStub } from "../support/google.ts";
import { test as base } from "../support/own.ts";
import { somebody } from "../support/people.ts";

const test = base.extend<object, { google: GoogleStub }>({
  google: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from here
    async ({}, use) => {
      const google = await GoogleStub.open();
      await use(google);
      google.close();
    },
    { scope: "worker" },
  ],
  configuration: [async ({ google }, use) => use(google.configuration), { scope: "worker" }],
});

for (const script of [true, false]) {
  test.describe(script ? "with script" : "without script", { tag: "@once" }, () => {
    test.use({ javaScriptEnabled: script });

    test("a new person comes in, and comes again", async ({ page, auth, google, server }) => {
      const { email } = somebody();
      for (const next of [undefined, "/profile"]) {
        await auth.open("signin", next);
        await page.getByRole("link", { name: "Sign in with Google", exact: true }).click();
        await expect(page).toHaveURL(new RegExp(`^${google.url}/authorize`));
        await page.getByLabel("Account").fill(email);
        await page.getByRole("button", { name: "Go on" }).click();
        await expect(page).toHaveURL(`${server.base}${next ?? "/"}`);
        await page.goto("/profile");
        await expect(page.getByText(email).first()).toBeVisible();
        const credits = page.getByText("50 credits").first();
        await expect(credits).toBeAttached();
        await page.context().clearCookies();
      }
    });

    test("who would rather not is told, and can sign in in another way", async ({
      page,
      auth,
      server,
    }) => {
      await auth.open("signin", "/couple");
      await page.getByRole("link", { name: "Sign in with Google", exact: true }).click();
      await page.getByRole("button", { name: "Cancel" }).click();
      await expect(page).toHaveURL(new RegExp(`^${server.base}/auth`));
      await expect(auth.problem).toContainText("Google");
      await expect(auth.signInHeading).toBeVisible();
    });

    test("'keep me signed in' counts here, too", async ({ page, auth, context }) => {
      await auth.open("signin");
      if (script) await page.getByRole("checkbox", { name: "Keep me signed in" }).check();
      const kept = script ? "Sign in with Google" : "Sign in with Google and stay signed in";
      await page.getByRole("link", { name: kept, exact: true }).click();
      await page.getByLabel("Account").fill(somebody().email);
      await page.getByRole("button", { name: "Go on" }).click();
      await page.waitForURL(/\/$/);
      const cookies = await context.cookies();
      const session = cookies.find(({ name }) => name === "evernear_session");
      expect(session?.expires).toBeGreaterThan(Date.now() / 1000 + 86_400);
    });
  });
}

test("the way back counts once, and only where it began @once", async ({
  page,
  auth,
  browser,
  google,
  server,
}) => {
  await auth.open("signin");
  await page.getByRole("link", { name: "Sign in with Google", exact: true }).click();
  await page.getByLabel("Account").fill(somebody().email);
  const back = page.waitForRequest(/\/auth\/google\/return/);
  await page.getByRole("button", { name: "Go on" }).click();
  const address = (await back).url();
  await expect(page).toHaveURL(`${server.base}/`);
  // In this browser again, and in somebody else's.
  const other = await browser.newContext({ baseURL: server.base });
  await page.context().clearCookies();
  for (const one of [page, await other.newPage()]) {
    await one.goto(address);
    await expect(one.getByRole("alert")).toContainText("did not work");
    await one.goto("/profile");
    await expect(one).toHaveURL(/\/auth/);
  }
  expect(address, google.url).toContain("code=");
  await other.close();
});
