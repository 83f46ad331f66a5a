// Plans are bought through the sandbox's window, in every way that it can go.
import AxeBuilder from "@axe-core/playwright";
import type { Currency } from "../pages/PricingPage.ts";
import { expect, test } from "../support/fixtures.ts";

const PLANS: [plan: string, currency: Currency, price: string, credits: string][] = [
  ["Starter", "USD", "$8.00", "450"],
  ["Starter", "ZAR", "R150.00", "450"],
  ["Pro", "USD", "$12.00", "750"],
  ["Pro", "ZAR", "R220.00", "750"],
  ["Premium", "USD", "$29.00", "2,050"],
  ["Premium", "ZAR", "R550.00", "2,050"],
];

for (const [plan, currency, price, balance] of PLANS) {
  test(`${plan} is bought in ${currency}`, async ({ page, person, pricing }) => {
    await pricing.open(currency);
    await pricing.begin(plan);
    await expect(pricing.window.getByRole("heading", { name: price })).toBeVisible();
    await expect(pricing.window.getByText(person.email)).toBeVisible();
    await pricing.play(`Pay ${price}`);
    await expect(pricing.says).toHaveText(`Successfully upgraded to ${plan} plan!`);
    await page.waitForURL(/\/success\?session_id=EVN-/);
    await expect(page.getByRole("heading", { name: "Payment Successful!" })).toBeVisible();
    await expect(page.getByText(`${plan} Plan`)).toBeVisible();
    await expect(page.getByText(price, { exact: true })).toBeVisible();
    await expect(
      page.getByRole("definition").filter({ hasText: `${balance} credits` }),
    ).toBeVisible();
    await pricing.open();
    await expect(pricing.card(plan).getByRole("button", { name: "Current Plan" })).toBeDisabled();
    await expect(pricing.standing).toContainText(`Your plan: ${plan}`);
  });
}

test("a button that is pressed before the window's script arrives opens the window all the same", async ({
  page,
  person,
  pricing,
}) => {
  await page.route(/\/checkout-[^/]*\.js$/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    await route.continue();
  });
  await pricing.open();
  await page.waitForLoadState();
  await pricing.begin("Pro");
  await expect(pricing.window.getByText(person.email)).toBeVisible();
  await expect(page).toHaveURL(/\/pricing$/);
});

test("where the window's script does not arrive, buying leads through pages", async ({
  page,
  person,
  pricing,
}) => {
  await page.route(/\/checkout-[^/]*\.js$/, (route) => route.abort());
  await pricing.open();
  await pricing.choose("Pro").click();
  await expect(page.getByText("Sandbox · no money moves")).toBeVisible();
  await expect(page.getByText(person.email)).toBeVisible();
  await expect(page).not.toHaveURL(/\/pricing$/);
});

test("declined, closed in the window, closed around it: nothing is bought", async ({
  page,
  person,
  pricing,
  dashboard,
}) => {
  await pricing.open();
  await pricing.begin("Pro");
  await expect(page.getByRole("button", { name: "Processing..." })).toBeVisible();
  // The window is a page of its own, with landmarks of its own.
  const found = await new AxeBuilder({ page }).disableRules(["landmark-unique"]).analyze();
  expect(found.violations, person.email).toEqual([]);
  await pricing.play("Decline");
  await expect(pricing.says).toHaveText(
    "Payment was not completed successfully. Please try again.",
  );
  await expect(pricing.says).toBeInViewport({ ratio: 1 });
  await pricing.begin("Pro");
  await pricing.play("Close without paying");
  await expect(pricing.says).toHaveText("Payment window closed");
  await pricing.begin("Premium");
  await page.getByRole("button", { name: "Close the payment window" }).click();
  await expect(pricing.says).toHaveText("Payment window closed");
  await pricing.begin("Premium");
  await page.keyboard.press("Escape");
  await expect(pricing.says).toHaveText("Payment window closed");
  await expect(pricing.choose("Premium")).toBeEnabled();
  await pricing.begin("Starter");
  await pricing.play("Pay another amount");
  await expect(pricing.says).toContainText("contact support");
  await dashboard.open();
  await expect(dashboard.credits).toHaveText("50 credits");
});

test("confirmed late it is granted all the same @once", async ({ page, person, pricing }) => {
  await pricing.open();
  await pricing.begin("Pro");
  await pricing.play("Pay, confirmed late");
  await expect(pricing.says).toContainText("Your payment is being confirmed.");
  await expect(pricing.says).toHaveText("Successfully upgraded to Pro plan!", { timeout: 30_000 });
  await page.waitForURL(/\/success/);
  await expect(
    page.getByRole("definition").filter({ hasText: "750 credits" }),
    person.email,
  ).toBeVisible();
});

test("paid twice in one window it is granted once @once", async ({
  page,
  person,
  pricing,
  dashboard,
}) => {
  await pricing.open();
  await pricing.begin("Pro");
  await pricing.window.getByRole("button", { name: "Pay, told twice" }).dblclick();
  await page.waitForURL(/\/success/);
  await dashboard.open();
  await expect(dashboard.credits, person.email).toHaveText("750 credits");
});

test("a window that was paid takes no second payment, and a second window is another plan @once", async ({
  page,
  person,
  pricing,
  dashboard,
}) => {
  await pricing.open("USD");
  await pricing.begin("Starter");
  const window = await page.locator('iframe[title="Sandbox payment"]').getAttribute("src");
  await pricing.play("Pay $8.00");
  await page.waitForURL(/\/success/);
  // The same window once more, from the history.
  await page.goto(window?.split("?")[0] ?? "");
  await expect(page.getByText("This has been paid. Paying again pays nothing.")).toBeVisible();
  await page.getByRole("button", { name: "Back to Evernear" }).click();
  await expect(page.getByRole("heading", { name: "Payment Successful!" })).toBeVisible();
  await dashboard.open();
  await expect(dashboard.credits, person.email).toHaveText("450 credits");
  await pricing.open("USD");
  await pricing.begin("Premium");
  await pricing.play("Pay $29.00");
  await page.waitForURL(/\/success/);
  await dashboard.open();
  await expect(dashboard.credits).toHaveText("2,450 credits");
});

test("a browser in South Africa pays in rand @once", async ({ browser, person, context }) => {
  const there = await browser.newContext({
    timezoneId: "Africa/Johannesburg",
    storageState: await context.storageState(),
  });
  const page = await there.newPage();
  await page.goto("/pricing");
  await page.getByRole("button", { name: "Choose Premium" }).click();
  const window = page.frameLocator('iframe[title="Sandbox payment"]');
  await expect(window.getByRole("heading", { name: "R550.00" }), person.email).toBeVisible();
  await there.close();
});

test("without script the same buttons lead through pages @once", async ({
  browser,
  context,
  person,
}) => {
  const plain = await browser.newContext({
    javaScriptEnabled: false,
    storageState: await context.storageState(),
  });
  const page = await plain.newPage();
  await page.goto("/pricing");
  await page.getByRole("button", { name: "Choose Starter" }).click();
  await page.getByRole("button", { name: "Pay $8.00" }).click();
  await expect(page.getByRole("heading", { name: "Payment Successful!" })).toBeVisible();
  await expect(
    page.getByRole("definition").filter({ hasText: "450 credits" }),
    person.email,
  ).toBeVisible();
  await page.goto("/pricing");
  await page.getByRole("button", { name: "Cancel Subscription" }).click();
  await expect(page.getByText("Are you sure you want to cancel your subscription?")).toBeVisible();
  await page.locator("dialog").getByRole("button", { name: "Cancel Subscription" }).click();
  await expect(page.getByText("Your subscription has been cancelled.")).toBeVisible();
  await plain.close();
});

test("a plan is cancelled after a question, and stays until its end", async ({
  page,
  person,
  pricing,
}) => {
  await pricing.open();
  await pricing.begin("Pro");
  await pricing.play(/^Pay \$/);
  await page.waitForURL(/\/success/);
  await pricing.open();
  const cancel = pricing.standing.getByRole("button", { name: "Cancel Subscription" });
  await cancel.click();
  const question = page.getByRole("dialog");
  await expect(question).toContainText(
    "Are you sure you want to cancel your subscription? Your Pro benefits will remain active until the end of the current billing period.",
  );
  await question.getByRole("link", { name: "Keep my plan" }).click();
  await expect(question).toBeHidden();
  await cancel.click();
  await question.getByRole("button", { name: "Cancel Subscription" }).click();
  await expect(pricing.says, person.email).toHaveText(
    "Your subscription has been cancelled. Your Pro benefits will remain active until the end of the current billing period.",
  );
  await expect(pricing.standing).toContainText("Your benefits last until");
  await expect(pricing.standing.getByRole("button", { name: "Cancel Subscription" })).toBeHidden();
  await pricing.standing.getByRole("button", { name: "Keep my plan" }).click();
  await expect(pricing.says).toHaveText("Your Pro plan goes on.");
  await expect(pricing.standing).toContainText("Renews on");
});
