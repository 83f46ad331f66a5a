// /pricing and the sandbox's window over it.
import { expect, type FrameLocator, type Locator, type Page } from "@playwright/test";

export type Currency = "USD" | "ZAR";

export class PricingPage {
  readonly window: FrameLocator;
  readonly dialog: Locator;
  readonly says: Locator;
  readonly standing: Locator;

  constructor(readonly page: Page) {
    this.window = page.frameLocator('iframe[title="Sandbox payment"]');
    this.dialog = page.getByRole("dialog", { name: "Payment window" });
    this.says = page.locator("[data-checkout-says]");
    this.standing = page.getByRole("region", { name: "Your plan" });
  }

  async open(currency?: Currency): Promise<void> {
    await this.page.goto(currency ? `/pricing?currency=${currency}` : "/pricing");
    await expect(this.page.getByRole("heading", { name: "Choose Your Plan" })).toBeVisible();
  }

  card(plan: string): Locator {
    return this.page
      .locator("section")
      .filter({ has: this.page.getByRole("heading", { name: plan, exact: true }) });
  }

  choose(plan: string): Locator {
    return this.page.getByRole("button", { name: `Choose ${plan}` });
  }

  /** Presses the plan's button and waits for the window. */
  async begin(plan: string): Promise<void> {
    await this.choose(plan).click();
    await expect(this.dialog).toBeVisible();
    await expect(this.window.getByText("Sandbox · no money moves")).toBeVisible();
  }

  async play(name: string | RegExp): Promise<void> {
    await this.window.getByRole("button", { name }).click();
  }
}
