// Every screen around an account, in one walk: of getting in, staying in and leaving, and
// the mails on the way. Whoever walks says what is done at each.
import { expect, type Page } from "@playwright/test";
import type { AuthPage } from "../pages/AuthPage.ts";
import { letter } from "./mails.ts";
import { signUp, somebody } from "./people.ts";
import { code } from "./totp.ts";

type Stop = (screen: string) => Promise<void>;

export async function accessTour(page: Page, auth: AuthPage, stop: Stop): Promise<void> {
  const person = somebody();
  await signUp(page.request, person);
  await page.context().clearCookies();
  await gettingIn(page, auth, person.email, stop);
  await stayingIn(page, auth, stop);
  await secondFactor(page, auth, { ...person, password: "another long sentence" }, stop);
  await mails(page, stop);
  await leaving(page, stop);
}

async function gettingIn(page: Page, auth: AuthPage, email: string, stop: Stop): Promise<void> {
  await auth.open("signin");
  await stop("access-sign-in");
  await auth.signIn({ email, password: "not this one" });
  await expect(auth.problem).toBeVisible();
  await stop("access-sign-in-refused");
  await auth.open("signup");
  await stop("access-sign-up");
  await page.goto("/auth?view=magic_link");
  await stop("access-magic-link");
  await page.goto("/auth?view=forgotten_password");
  await stop("access-forgotten-password");
  await auth.email.fill(email);
  await page.getByRole("button", { name: "Send reset password instructions" }).click();
  await expect(page.getByRole("status")).toBeVisible();
  await stop("access-verify-code");
  const { link } = await letter(email, "Reset your password");
  await page.goto(link);
  await expect(page.getByLabel("New password")).toBeVisible();
  await stop("access-update-password");
  await page.getByLabel("New password").fill("another long sentence");
  await page.getByRole("button", { name: "Update password" }).click();
  await expect(page).toHaveURL(/\/dashboard/);
  await stop("access-password-updated");
}

async function stayingIn(page: Page, auth: AuthPage, stop: Stop): Promise<void> {
  await page.goto("/profile");
  await stop("profile");
  await page.goto("/profile/email");
  await stop("profile-email");
  await page.getByLabel("New email address").fill(somebody().email);
  await page.getByRole("button", { name: "Change email" }).click();
  await expect(page.getByRole("heading", { name: /^Waiting for/ })).toBeVisible();
  await stop("profile-email-waiting");
  await page.goto("/profile/password");
  await page.getByLabel("New password").fill("another long sentence");
  await page.getByRole("button", { name: "Update password" }).click();
  await expect(auth.problem).toBeVisible();
  await stop("profile-password-refused");
  await page.goto("/profile/devices");
  await stop("profile-devices-and-history");
  await page.goto("/profile/data");
  await stop("profile-data");
  await page.goto("/auth/again?next=/profile/two-factor");
  await stop("access-is-it-you");
  await page.getByRole("button", { name: /code/i }).first().click();
  await stop("access-is-it-you-by-mail");
}

async function secondFactor(
  page: Page,
  auth: AuthPage,
  person: { email: string; password: string },
  stop: Stop,
): Promise<void> {
  await page.goto("/profile/two-factor");
  await stop("profile-two-factor-off");
  await page.getByRole("button", { name: "Set up two-factor" }).click();
  await expect(page.getByRole("img", { name: "QR code for your app" })).toBeVisible();
  await stop("profile-two-factor-qr-code");
  const secret = (await page.locator(".secret").textContent()) ?? "";
  await page.getByRole("textbox", { name: "Code" }).fill(code(secret));
  await page.getByRole("button", { name: "Turn it on" }).click();
  await expect(page.locator(".codes")).toBeVisible();
  await stop("profile-recovery-codes");
  await page.goto("/profile/two-factor");
  await stop("profile-two-factor-on");
  await page.context().clearCookies();
  await auth.open("signin");
  await auth.signIn(person);
  await expect(page).toHaveURL(/second-factor/);
  await stop("access-second-factor");
  await page.getByRole("textbox", { name: "Code" }).fill(code(secret, 1));
  await page.getByRole("button", { name: "Verify" }).click();
  await expect(page).toHaveURL("/dashboard");
}

/** The list, and the newest mail of each kind. */
async function mails(page: Page, stop: Stop): Promise<void> {
  await page.goto("/dev/mail");
  const links = await page
    .locator("article h2 a")
    .evaluateAll((all) =>
      all.map((link) => ({ subject: link.textContent, href: (link as HTMLAnchorElement).href })),
    );
  const kinds = new Map(links.reverse().map(({ subject, href }) => [subject, href]));
  for (const [subject, href] of kinds) {
    await page.goto(href);
    await stop(`mail-${(subject ?? "").toLowerCase().replace(/[^a-z]+/g, "-")}`);
  }
}

async function leaving(page: Page, stop: Stop): Promise<void> {
  await page.goto("/profile/data");
  await page.getByRole("button", { name: "Delete my account" }).click();
  await stop("profile-delete-not-sure");
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Delete my account" }).click();
  await expect(page.getByRole("heading", { name: "Your account is deleted" })).toBeVisible();
  await stop("profile-deleted");
}
