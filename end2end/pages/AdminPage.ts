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

  /** How far the table goes on beside what is seen of it. */
  sideways(): Promise<number> {
    const table = this.page.getByRole("region", { name: "Applications" });
    return table.evaluate((area) => area.scrollWidth - area.clientWidth);
  }

  /** The least distance between the counts, the search, the moves of several and the table. */
  narrowestGap(): Promise<number> {
    return this.page.evaluate(() => {
      const parts = [".counts", ".admin .toolbar", ".several", ".table-scroll"];
      const places = parts.map((part) => document.querySelector(part)?.getBoundingClientRect());
      const gaps = places.slice(1).map((place, before) => {
        return (place?.top ?? 0) - (places[before]?.bottom ?? Number.POSITIVE_INFINITY);
      });
      return Math.min(...gaps);
    });
  }

  count(name: string): Locator {
    return this.page.locator(".count", { hasText: name }).locator("dd");
  }
}
