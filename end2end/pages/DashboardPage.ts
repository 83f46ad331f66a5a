import type { Locator, Page } from "@playwright/test";

/** /dashboard: credits, counts and memories. */
export class DashboardPage {
  readonly heading: Locator;
  readonly credits: Locator;
  readonly create: Locator;
  readonly memories: Locator;

  constructor(readonly page: Page) {
    this.heading = page.getByRole("heading", { level: 1, name: "Dashboard" });
    this.credits = page.locator(".page-head .credits");
    this.create = page.getByRole("link", { name: "Create a Shared Memory" });
    this.memories = page.getByRole("region", { name: "Your memories" }).getByRole("listitem");
  }

  async open(): Promise<void> {
    await this.page.goto("/dashboard");
  }

  /** The value beside a name in the account panel. */
  fact(name: "Available credits" | "Memories created" | "People reached"): Locator {
    const facts = this.page.locator(".facts > div");
    return facts.filter({ hasText: name }).getByRole("definition");
  }

  /** In the sidebar; on a phone at the top of the profile. */
  async signOut(): Promise<void> {
    const out = this.page.getByRole("button", { name: "Sign Out" });
    if (!(await out.isVisible())) await this.page.goto("/profile");
    await out.click();
  }
}
