// Paystack's popup, its hosts stubbed at the network's edge: what the page says when it
// pays, closes, fails, or never loads.
import { expect, test } from "@playwright/test";
import { PricingPage } from "../pages/PricingPage.ts";
import { PaystackShop, type Popup } from "../support/paystack.ts";
import { somebody } from "../support/people.ts";

let shop: PaystackShop;

test.beforeAll(async () => {
  shop = await PaystackShop.open();
});

test.afterAll(() => shop.close());

const CASES: [popup: Popup, said: string][] = [
  ["closes", "Payment window closed"],
  ["fails", "Payment was not completed successfully. Please try again."],
  ["missing", "Payment script not loaded. Please refresh the page."],
];

for (const [popup, said] of CASES) {
  test(`a popup that ${popup} buys nothing @once`, async ({ browser }) => {
    const context = await browser.newContext({ baseURL: shop.baseUrl });
    await shop.stub(context, popup);
    const page = await context.newPage();
    const { email, password, username } = somebody();
    const answer = await page.request.post("/auth?mode=signup", {
      headers: { Origin: shop.baseUrl },
      form: { email, password, username, terms: "yes" },
      maxRedirects: 0,
    });
    expect(answer.status()).toBe(303);
    const pricing = new PricingPage(page);
    await pricing.open("ZAR");
    await pricing.choose("Pro").click();
    await expect(pricing.says).toHaveText(said);
    await context.close();
  });
}

test("what the popup took is verified by the server and granted @once", async ({ browser }) => {
  const context = await browser.newContext({ baseURL: shop.baseUrl });
  await shop.stub(context, "pays");
  const page = await context.newPage();
  const refusedByPolicy: string[] = [];
  page.on("console", (message) => {
    if (message.text().includes("Content Security Policy")) refusedByPolicy.push(message.text());
  });
  const { email, password, username } = somebody();
  await page.request.post("/auth?mode=signup", {
    headers: { Origin: shop.baseUrl },
    form: { email, password, username, terms: "yes" },
    maxRedirects: 0,
  });
  const pricing = new PricingPage(page);
  await pricing.open("USD");
  shop.paid = true;
  await pricing.choose("Premium").click();
  await expect(pricing.says).toHaveText("Successfully upgraded to Premium plan!");
  await page.waitForURL(/\/success\?session_id=EVN-/);
  await expect(page.getByRole("definition").filter({ hasText: "2,050 credits" })).toBeVisible();
  expect(shop.sold.at(-1)).toMatchObject({ amount: 2900, currency: "USD", email });
  expect(refusedByPolicy).toEqual([]);
  // Nothing renews by itself here: another month is paid before this one is over.
  await pricing.open("USD");
  await expect(pricing.standing).toContainText("It does not renew by itself.");
  await pricing.standing.getByRole("button", { name: "Pay another month" }).click();
  await expect(pricing.says).toHaveText("Another month of your Premium plan is paid.");
  await page.waitForURL(/\/success\?session_id=EVN-/);
  await expect(page.getByRole("definition").filter({ hasText: "4,050 credits" })).toBeVisible();
  await pricing.open("USD");
  await expect(pricing.standing.getByRole("button", { name: "Pay another month" })).toBeHidden();
  await context.close();
});
