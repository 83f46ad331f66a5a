import type { Locator, Page } from "@playwright/test";

/** /profile: e-mail, user name, and the form to change it. */
export class ProfilePage {
  readonly username: Locator;
  readonly problem: Locator;
  readonly saved: Locator;

  constructor(readonly page: Page) {
    this.username = page.getByLabel("New username");
    this.problem = page.getByRole("alert");
    this.saved = page.getByRole("status");
  }

  async open(): Promise<void> {
    await this.page.goto("/profile");
  }

  fact(name: "Email" | "Username"): Locator {
    const facts = this.page.locator(".facts > div");
    return facts
      .filter({ has: this.page.getByText(name, { exact: true }) })
      .getByRole("definition");
  }

  async rename(username: string): Promise<void> {
    await this.username.fill(username);
    await this.page.getByRole("button", { name: "Save" }).click();
  }
}
