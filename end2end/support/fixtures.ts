// The tests' `test`: every page object at hand.
import { test as base } from "@playwright/test";
import { AuthPage } from "../pages/AuthPage.ts";
import { CreatorPage } from "../pages/CreatorPage.ts";
import { DashboardPage } from "../pages/DashboardPage.ts";
import { PricingPage } from "../pages/PricingPage.ts";
import { ProfilePage } from "../pages/ProfilePage.ts";
import { type Person, signUp } from "./people.ts";

interface Fixtures {
  auth: AuthPage;
  dashboard: DashboardPage;
  creator: CreatorPage;
  pricing: PricingPage;
  profile: ProfilePage;
  /** Someone with a new account, signed in in this browser. */
  person: Person;
}

export const test = base.extend<Fixtures>({
  auth: async ({ page }, use) => use(new AuthPage(page)),
  dashboard: async ({ page }, use) => use(new DashboardPage(page)),
  creator: async ({ page }, use) => use(new CreatorPage(page)),
  pricing: async ({ page }, use) => use(new PricingPage(page)),
  profile: async ({ page }, use) => use(new ProfilePage(page)),
  person: async ({ page }, use) => use(await signUp(page.request)),
});

export { expect } from "@playwright/test";
