import type { Locator, Page } from "@playwright/test";
import type { Person } from "../support/people.ts";

/** /auth: signing in and signing up. */
export class AuthPage {
  readonly email: Locator;
  readonly username: Locator;
  readonly terms: Locator;
  readonly problem: Locator;
  readonly signInHeading: Locator;
  readonly signUpHeading: Locator;

  constructor(readonly page: Page) {
    this.email = page.getByLabel("Email address");
    this.username = page.getByLabel("Username");
    this.terms = page.getByRole("checkbox", { name: "I am 12 or older" });
    this.problem = page.getByRole("alert");
    this.signInHeading = page.getByRole("heading", { name: "Sign in to your account" });
    this.signUpHeading = page.getByRole("heading", { name: "Create your account" });
  }

  async open(mode: "signin" | "signup", next?: string): Promise<void> {
    const wanted = next === undefined ? "" : `&next=${encodeURIComponent(next)}`;
    await this.page.goto(`/auth?mode=${mode}${wanted}`);
  }

  async signUp({ email, password, username }: Person): Promise<void> {
    await this.email.fill(email);
    await this.page.getByLabel("Create a Password").fill(password);
    await this.username.fill(username);
    await this.terms.check();
    await this.page.getByRole("button", { name: "Sign up" }).click();
  }

  async signIn({ email, password }: Pick<Person, "email" | "password">): Promise<void> {
    await this.email.fill(email);
    await this.page.getByLabel("Your Password").fill(password);
    await this.page.getByRole("button", { name: "Sign in" }).click();
  }
}
