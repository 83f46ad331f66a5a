// A new account where addresses are confirmed, as with a mail server: the mail is read and
// followed, with script and without.

import { expect } from "../support/fixtures.ts";
import { letter } from "../support/mails.ts";
import { test } from "../support/own.ts";
import { somebody } from "../support/people.ts";

test.use({ configuration: { EVERNEAR_CONFIRM_EMAIL: "yes" } });

for (const script of [true, false]) {
  test.describe(script ? "with script" : "without script", { tag: "@once" }, () => {
    test.use({ javaScriptEnabled: script });

    test("the link of the mail lets in, once", async ({ page, auth, server }) => {
      const person = somebody();
      await auth.open("signup");
      await auth.signUp(person);
      await expect(page.getByRole("status")).toHaveText(
        "Check your email for the confirmation link",
      );
      await page.goto("/dashboard");
      await expect(page).toHaveURL(/\/auth/);
      await auth.signIn(person);
      await expect(auth.problem).toHaveText("Email not confirmed");
      const { link, text } = await letter(person.email, "Confirm your e-mail", 1, server.mails);
      expect(text).toContain("10 minutes");
      await page.goto(link);
      await expect(page.getByRole("heading", { name: "Confirm your e-mail" })).toBeVisible();
      await page.getByLabel("The password you chose").fill(person.password);
      await page.getByRole("button", { name: "Confirm my e-mail" }).click();
      await expect(page).toHaveURL(`${server.base}/dashboard`);
      await expect(page.getByText(/^Hello, /)).toBeVisible();
      await page.goto(link);
      await page.getByRole("button", { name: "Confirm my e-mail" }).click();
      await expect(auth.problem).toContainText("has expired, or was used before");
    });

    test("the code of the mail lets in as well", async ({ page, auth, server }) => {
      const person = somebody();
      await auth.open("signup", "/couple");
      await auth.signUp(person);
      const { code } = await letter(person.email, "Confirm your e-mail", 1, server.mails);
      await page.getByLabel("Token").fill(code);
      await page.getByLabel("The password you chose").fill(person.password);
      await page.getByRole("button", { name: "Verify token" }).click();
      await expect(page).toHaveURL(`${server.base}/couple`);
    });
  });
}
