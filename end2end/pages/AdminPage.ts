// The administrator's page behind its gate.
import type { Locator, Page } from "@playwright/test";

export class AdminPage {
  readonly password: Locator;
  readonly unlockButton: Locator;
  readonly problem: Locator;
  readonly heading: Locator;
  readonly search: Locator;
  readonly status: Locator;
  readonly rows: Locator;
  readonly lock: Locator;

  constructor(readonly page: Page) {
    this.password = page.getByLabel("Admin password");
    this.unlockButton = page.getByRole("button", { name: "Unlock" });
    this.problem = page.getByRole("alert");
    this.heading = page.getByRole("heading", { name: "Waitlist & Early Access Management" });
    this.search = page.getByLabel("Search");
    this.status = page.getByLabel("Status");
    this.rows = page.locator("tbody tr");
    this.lock = page.getByRole("button", { name: "Lock" });
  }

  async open(path = "/admin/waitlist"): Promise<void> {
    await this.page.goto(path);
  }

  async unlock(password: string): Promise<void> {
    await this.password.fill(password);
    await this.unlockButton.click();
  }

  row(email: string): Locator {
    return this.rows.filter({ hasText: email });
  }

  count(name: string): Locator {
    return this.page.locator(".count", { hasText: name }).locator("dd");
  }
}
