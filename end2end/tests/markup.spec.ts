// What somebody types into a box is text when it comes back, with script and without: neither
// an element of the page nor an order to the browser.
import { expect, test } from "../support/fixtures.ts";
import { signUp, somebody } from "../support/people.ts";

const MARKUP =
  '\nOne line.\n</textarea><h2 id="live">Hi</h2><meta http-equiv="refresh" content="0;url=/about">' +
  '<img src="/none.png" onerror="document.title=1"> & &lt; <!> "quoted"';

for (const script of [true, false]) {
  test.describe(script ? "with script" : "without script", { tag: "@once" }, () => {
    test.use({ javaScriptEnabled: script });

    for (const { path, box, button } of [
      { path: "/contact", box: "Message", button: "Send Message" },
      { path: "/register", box: /Why would you like/, button: "Apply for Beta Access" },
    ]) {
      test(`markup sent to ${path} comes back as it was typed`, async ({ page }) => {
        await page.goto(path);
        // Good for the browser, and refused by the server.
        await page.getByLabel("Name").fill(" ");
        await page.getByLabel("Email address").fill(somebody().email);
        if (path === "/contact") await page.getByLabel("Company", { exact: true }).fill("Acme");
        await page.getByLabel(box).fill(MARKUP);
        await page.getByRole("button", { name: button }).click();
        await expect(page.getByRole("alert")).toBeVisible();
        await expect(page.getByLabel(box)).toHaveValue(MARKUP);
        await expect(page.locator("#live, main img[onerror], main meta")).toHaveCount(0);
        await expect(page).toHaveURL(path);
        // As often as it is sent, nothing is added to it.
        await page.getByRole("button", { name: button }).click();
        await expect(page.getByRole("alert")).toBeVisible();
        await expect(page.getByLabel(box)).toHaveValue(MARKUP);
      });
    }

    test("markup sent to /support stands in the thread as text", async ({ page }) => {
      await signUp(page.request);
      await page.goto("/support");
      await page.getByLabel("Your message").fill(MARKUP);
      await page.getByRole("button", { name: "Send Message" }).click();
      await expect(page.locator(".said .letter")).toContainText('</textarea><h2 id="live">');
      await expect(page.locator("#live, main img[onerror], main meta")).toHaveCount(0);
      await expect(page).toHaveURL("/support");
    });
  });
}
