import { expect, test } from "../support/fixtures.ts";
import { letter } from "../support/mails.ts";
import { signUp, somebody } from "../support/people.ts";
import { camera } from "../support/screens.ts";
import { code } from "../support/totp.ts";

test("getting in and staying in", async ({ page, auth, context }) => {
  const shot = camera(page);
  const person = somebody();
  await signUp(page.request, person);
  await context.clearCookies();
  await auth.open("signin");
  await shot("access-sign-in");
  await page.goto("/auth?view=forgotten_password");
  await shot("access-forgotten");
  await auth.email.fill(person.email);
  await page.getByRole("button", { name: "Send reset password instructions" }).click();
  await shot("access-verify");
  const { link } = await letter(person.email, "Reset your password");
  await page.goto(link);
  await shot("access-reset-link");
  await page.getByRole("button", { name: "Continue" }).click();
  await shot("access-new-password");
  await page.goto("/profile");
  await shot("access-profile");
  await page.goto("/profile/email");
  await page.getByLabel("New email address").fill(somebody().email);
  await page.getByRole("button", { name: "Change email" }).click();
  await shot("access-email-waiting");
  await page.goto("/profile/two-factor");
  await shot("access-two-factor-off");
  await page.getByRole("button", { name: "Set up two-factor" }).click();
  await shot("access-two-factor-set-up");
  const secret = (await page.locator(".secret").textContent()) ?? "";
  await page.getByRole("textbox", { name: "Code" }).fill(code(secret, -1));
  await page.getByRole("button", { name: "Turn it on" }).click();
  await shot("access-recovery-codes");
  await page.goto("/profile/two-factor");
  await shot("access-two-factor-on");
  await page.goto("/profile/devices");
  await shot("access-devices");
  await page.goto("/profile/data");
  await shot("access-data");
  await context.clearCookies();
  await auth.open("signin");
  await auth.signIn(person);
  await expect(page).toHaveURL(/second-factor/);
  await shot("access-second-factor");
  await page.goto("/dev/mail");
  const mails = await page
    .locator("article h2 a")
    .evaluateAll((links) => links.slice(0, 3).map((link) => (link as HTMLAnchorElement).href));
  for (const mail of mails) {
    await page.goto(mail);
    await shot("access-mail");
  }
});
