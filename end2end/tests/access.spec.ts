// Getting in by mail and changing what one signs in with, with script and without.
import { expect, test } from "../support/fixtures.ts";
import { letter } from "../support/mails.ts";
import { signUp, somebody } from "../support/people.ts";
import { code } from "../support/totp.ts";

for (const script of [true, false]) {
  test.describe(script ? "with script" : "without script", { tag: script ? [] : ["@once"] }, () => {
    test.use({ javaScriptEnabled: script });

    test("a forgotten password is chosen anew", async ({ page, request, auth }) => {
      const person = await signUp(request);
      await auth.open("signin");
      await page.getByRole("link", { name: "Forgot your password?" }).click();
      await auth.email.fill(person.email);
      await page.getByRole("button", { name: "Send reset password instructions" }).click();
      await expect(page.getByRole("status")).toHaveText(
        "Check your email for the password reset link",
      );
      const { link } = await letter(person.email, "Reset your password");
      await page.goto(link);
      await page.getByLabel("New password").fill("another long sentence");
      await page.getByRole("button", { name: "Update password" }).click();
      await expect(page).toHaveURL(/\/dashboard/);
      await expect(page.getByRole("status").first()).toHaveText("Password updated successfully");
      await page.goto(link);
      await expect(auth.problem).toContainText("has expired, or was used before");
      await expect(page.getByRole("button", { name: "Update password" })).toBeHidden();
    });

    test("a code from the mail signs in and leads on", async ({ page, request, auth }) => {
      const person = await signUp(request);
      await page.goto("/profile");
      await page.getByRole("link", { name: "Send a magic link email" }).click();
      await auth.email.fill(person.email);
      await page.getByRole("button", { name: "Send Magic Link" }).click();
      await expect(page.getByRole("status")).toHaveText("Check your email for the magic link");
      const sent = await letter(person.email, "Your sign-in link");
      const wrong = sent.code === "000000" ? "111111" : "000000";
      await page.getByLabel("Token").fill(wrong);
      await page.getByRole("button", { name: "Verify token" }).click();
      await expect(auth.problem).toContainText("That code is not right, or it has expired.");
      await expect(page.getByRole("button", { name: "Send the mail again" })).toBeVisible();
      await page.getByLabel("Token").fill(sent.code);
      await page.getByRole("button", { name: "Verify token" }).click();
      // The first proof of an address ends the password that anybody may have signed it up with.
      await expect(page).toHaveURL(/\/reset-password\?next=/);
      await page.getByLabel("New password").fill("another long sentence");
      await page.getByRole("button", { name: "Update password" }).click();
      await expect(page).toHaveURL("/profile");
    });

    test("the address changes when both mailboxes agree", async ({ page, person }) => {
      const next = somebody().email;
      await page.goto("/profile");
      await page.getByRole("link", { name: "Email address" }).click();
      await page.getByLabel("New email address").fill(next);
      await page.getByRole("button", { name: "Change email" }).click();
      await expect(page.getByRole("heading", { name: `Waiting for ${next}` })).toBeVisible();
      const old = await letter(person.email, "Confirm your new e-mail");
      const fresh = await letter(next, "Confirm your new e-mail");
      await page.goto(old.link);
      await page.getByRole("button", { name: "Agree to the change" }).click();
      await expect(page.getByRole("status")).toContainText("This address has agreed.");
      await page.goto("/profile/email");
      await page.getByRole("textbox", { name: "Code" }).fill(fresh.code);
      await page.getByRole("button", { name: "Confirm" }).click();
      await expect(page.getByRole("status")).toHaveText("Your e-mail has changed.");
      await page.goto("/profile");
      await expect(page.getByText(next)).toBeVisible();
    });

    test("two-factor is set up, asked for and turned off", async ({
      page,
      person,
      auth,
      context,
    }) => {
      await page.goto("/profile");
      await page.getByRole("link", { name: "Two-factor sign-in" }).click();
      await page.getByRole("button", { name: "Send me the link" }).click();
      await expect(page.getByRole("status")).toContainText("open the link in our mail");
      const { link } = await letter(person.email, "sign-in link");
      await page.goto(link);
      await page.getByRole("button", { name: "Sign in" }).click();
      await page.getByLabel("New password").fill(person.password);
      await page.getByRole("button", { name: "Update password" }).click();
      await expect(page).toHaveURL("/profile/two-factor");
      await page.getByRole("button", { name: "Set up two-factor" }).click();
      await expect(page.getByRole("img", { name: "QR code for your app" })).toBeVisible();
      const here = page.getByRole("navigation", { name: "Main" }).getByRole("link");
      await expect(here.filter({ hasText: "Profile" })).toHaveAttribute("aria-current", "true");
      await expect(here.filter({ hasText: "Home" })).not.toHaveAttribute("aria-current");
      const secret = (await page.locator(".secret").textContent()) ?? "";
      const first = code(secret);
      await page.getByRole("textbox", { name: "Code" }).fill(first);
      await page.getByRole("button", { name: "Turn it on" }).click();
      await expect(page.getByRole("status")).toHaveText("Two-factor is on.");
      const [recovery] = await page.locator(".codes li").allTextContents();
      await page.getByRole("link", { name: "I have kept them" }).click();
      await context.clearCookies();
      await auth.open("signin", "/couple");
      await auth.signIn(person);
      await expect(page).toHaveURL("/auth/second-factor?next=/couple");
      await page.getByRole("textbox", { name: "Code" }).fill(first);
      await page.getByRole("button", { name: "Verify" }).click();
      await expect(auth.problem).toContainText("was used before");
      await page.getByRole("textbox", { name: "Code" }).fill(code(secret, 1));
      await page.getByRole("button", { name: "Verify" }).click();
      await expect(page).toHaveURL("/couple");
      await context.clearCookies();
      await auth.open("signin", "/profile/two-factor");
      await auth.signIn(person);
      await page.getByRole("textbox", { name: "Code" }).fill(recovery ?? "");
      await page.getByRole("button", { name: "Verify" }).click();
      await page.getByRole("button", { name: "Turn two-factor off" }).click();
      await expect(page.getByRole("status")).toHaveText("Two-factor is off.");
    });
  });
}

test("other devices are signed out", async ({ page, person, browser }) => {
  const phone = await browser.newContext({
    userAgent: "Mozilla/5.0 (iPhone) Version/17 Safari/605",
  });
  const other = await phone.newPage();
  await other.goto("/auth?mode=signin");
  await other.getByLabel("Email address").fill(person.email);
  await other.getByLabel("Your Password").fill(person.password);
  await other.getByRole("button", { name: "Sign in" }).click();
  await expect(other).toHaveURL("/dashboard");
  const notice = await letter(person.email, "New sign-in");
  expect(notice.text).toContain("Safari on iPhone");
  await page.goto("/profile");
  await page.getByRole("link", { name: "Devices and history" }).click();
  await expect(page.getByText("Safari on iPhone").first()).toBeVisible();
  await page.getByRole("button", { name: "Sign out others" }).click();
  await expect(page.getByRole("status")).toHaveText("Every other device is signed out.");
  await other.goto("/dashboard");
  await expect(other).toHaveURL(/\/auth/);
  await page.goto("/dashboard");
  await expect(page).toHaveURL("/dashboard");
  await phone.close();
});

test("everything is taken along, and then deleted", async ({ page, person, auth }) => {
  await page.goto("/profile");
  await page.getByRole("link", { name: "Your data" }).click();
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download my data" }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe("evernear-data.zip");
  expect(await download.failure()).toBeNull();
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Delete my account" }).click();
  await expect(page.getByRole("heading", { name: "Your account is deleted" })).toBeVisible();
  await auth.open("signin");
  await auth.signIn(person);
  await expect(auth.problem).toHaveText("Invalid login credentials");
});
