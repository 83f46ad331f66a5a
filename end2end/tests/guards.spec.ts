// Who may see what, where people are led, and what stands around a page.
import type { CreatorPath } from "../pages/CreatorPage.ts";
import { expect, test } from "../support/fixtures.ts";
import { signUp, somebody } from "../support/people.ts";

for (const path of ["/ai-creator", "/dashboard", "/profile"]) {
  test(`${path} asks for a sign-in and is reached after it`, async ({ page, request, auth }) => {
    const person = await signUp(request);
    await page.goto(path);
    await expect(page).toHaveURL(`/auth?mode=signin&next=${path}`);
    await expect(auth.signInHeading).toBeVisible();
    await auth.signIn(person);
    await expect(page).toHaveURL(path);
  });
}

test("signing up leads to where the person was going", async ({ page, auth }) => {
  await page.goto("/profile");
  await page.getByRole("link", { name: "Don't have an account? Sign up" }).click();
  await expect(auth.signUpHeading).toBeVisible();
  await auth.signUp(somebody());
  await expect(page).toHaveURL("/profile");
});

test("signing in never leads to another site", { tag: "@once" }, async ({
  page,
  request,
  context,
  auth,
}) => {
  const person = await signUp(request);
  const asked: string[] = [];
  context.on("request", (one) => asked.push(new URL(one.url()).hostname));
  for (const next of [
    "//evil.example",
    "https://evil.example/",
    "/\\evil.example",
    "/%2F/../..//",
  ]) {
    await context.clearCookies();
    await auth.open("signin", next);
    await auth.signIn(person);
    await expect(page.getByText(/^Hello, /)).toBeVisible();
    // And with the cookie already there.
    await auth.open("signin", next);
    await expect(page.getByText(/^Hello, /)).toBeVisible();
  }
  expect(new Set(asked)).toEqual(new Set(["127.0.0.1"]));
});

test("a wrong password and an unknown address read the same", { tag: "@once" }, async ({
  page,
  request,
  auth,
}) => {
  const person = await signUp(request);
  await auth.open("signin", "/profile");
  await auth.signIn({ ...person, password: "not this one" });
  await expect(auth.problem).toHaveText("Invalid login credentials");
  await expect(auth.email).toHaveValue(person.email);
  await auth.signIn(somebody());
  await expect(auth.problem).toHaveText("Invalid login credentials");
  // The way is not forgotten over it.
  await auth.signIn(person);
  await expect(page).toHaveURL("/profile");
});

test("a user name belongs to one person", { tag: "@once" }, async ({ page, request, auth }) => {
  const first = await signUp(request);
  const second = somebody();
  await auth.open("signup");
  await auth.signUp({ ...second, username: first.username.toUpperCase() });
  await expect(auth.problem).toHaveText("Username is already taken");
  await expect(auth.email).toHaveValue(second.email);
  await expect(auth.terms).toBeChecked();
  await auth.signUp(second);
  await expect(page).toHaveURL("/dashboard");
});

test("the terms have to be accepted", async ({ page, auth }) => {
  await auth.open("signup");
  await auth.email.fill(somebody().email);
  await page.getByLabel("Create a Password").fill("correct horse battery");
  await page.getByRole("button", { name: "Sign up" }).click();
  await expect(page).toHaveURL(/\/auth/);
  expect(await auth.terms.evaluate((box) => (box as HTMLInputElement).validity.valueMissing)).toBe(
    true,
  );
});

test("the user name can be changed, but not to nothing or to another's", async ({
  page,
  request,
  person,
  profile,
}) => {
  const other = await signUp(request);
  await profile.open();
  await expect(profile.fact("Email")).toHaveText(person.email);
  await expect(profile.fact("Username")).toHaveText(person.username);
  await profile.rename("   ");
  await expect(profile.problem).toHaveText("Username cannot be empty");
  await profile.rename(other.username);
  await expect(profile.problem).toHaveText("Username is already taken");
  await expect(profile.fact("Username")).toHaveText(person.username);
  const name = somebody().username;
  await profile.rename(`  ${name} `);
  await expect(profile.saved).toHaveText("Username updated successfully!");
  await expect(profile.fact("Username")).toHaveText(name);
  await expect(page.getByRole("banner")).toContainText(`Hello, ${name}`);
});

test("without a user name the header greets by the address", { tag: "@once" }, async ({
  page,
  profile,
}) => {
  const person = await signUp(page.request, { ...somebody(), username: "" });
  await profile.open();
  await expect(profile.fact("Username")).toHaveText("Not set");
  await expect(page.getByRole("banner")).toContainText(`Hello, ${person.email.split("@")[0]}`);
});

test("an unknown path leads to the start", { tag: "@once" }, async ({ page }) => {
  await page.goto("/no-such-page");
  await expect(page).toHaveURL("/");
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("everything but the creator works, and the creator says so", async ({
    page,
    auth,
    dashboard,
    profile,
    creator,
  }) => {
    const person = somebody();
    await page.goto("/dashboard");
    await page.getByRole("link", { name: "Don't have an account? Sign up" }).click();
    await auth.signUp(person);
    await expect(page).toHaveURL("/dashboard");
    await expect(dashboard.credits).toHaveText("50 credits");
    await profile.open();
    const name = somebody().username;
    await profile.rename(name);
    await expect(profile.saved).toHaveText("Username updated successfully!");
    await expect(profile.fact("Username")).toHaveText(name);
    await page.goto("/ai-creator");
    await expect(creator.needsScript).toBeInViewport();
    await expect(creator.needsScript).toContainText("The creator needs JavaScript.");
    await dashboard.open();
    await dashboard.signOut();
    await expect(page).toHaveURL("/");
    await dashboard.open();
    await expect(auth.signInHeading).toBeVisible();
    await auth.signIn({ ...person, password: "not this one" });
    await expect(auth.problem).toHaveText("Invalid login credentials");
    await auth.signIn(person);
    await expect(page).toHaveURL("/dashboard");
  });
});

interface Around {
  header: boolean;
  sidebar: boolean;
  footer: boolean;
  footerLinks: boolean;
}

const BARE: Around = { header: false, sidebar: false, footer: false, footerLinks: false };
const NO_FOOTER: Around = { ...BARE, header: true, sidebar: true };

const SHELL: Record<CreatorPath | "/dashboard" | "/profile", Around> = {
  "/ai-creator": BARE,
  "/virtual-hangout": BARE,
  "/virtual-hangout-image": BARE,
  "/create": NO_FOOTER,
  "/video-generator": NO_FOOTER,
  "/couple": NO_FOOTER,
  "/dashboard": { header: true, sidebar: true, footer: true, footerLinks: false },
  "/profile": { header: true, sidebar: true, footer: true, footerLinks: true },
};

test("header, sidebar and footer stand where they should", async ({ page, person }) => {
  for (const [path, around] of Object.entries(SHELL)) {
    await test.step(path, async () => {
      await page.goto(path);
      const header = page.getByRole("banner");
      const footer = page.getByRole("contentinfo");
      const seen: Around = {
        header: await header.isVisible(),
        sidebar: await page.getByRole("navigation", { name: "Main" }).isVisible(),
        footer: await footer.isVisible(),
        footerLinks: await footer.getByRole("link", { name: "Terms of Service" }).isVisible(),
      };
      expect(seen).toEqual(around);
      const greeting = header.getByText(`Hello, ${person.username}`);
      await expect(greeting).toHaveCount(around.header && path !== "/dashboard" ? 1 : 0);
      // Where a page shows the credits itself, the header does not.
      const badges = page.locator(".credits, .top-credits").filter({ visible: true });
      await expect(badges).toHaveCount(1);
    });
  }
});

test("the creator hints at the number of photos its name promises", async ({ page, creator }) => {
  await signUp(page.request);
  const hints: [CreatorPath, RegExp, "Film" | "Picture"][] = [
    ["/couple", /One of you and one of your loved one\. /, "Film"],
    ["/virtual-hangout", /One of you and two of the people you want near\./, "Film"],
    ["/virtual-hangout-image", /a third photo brings a friend along/, "Picture"],
  ];
  for (const [path, hint, kind] of hints) {
    await creator.open(path);
    await page.getByRole("button", { name: "Begin with the photos instead" }).click();
    await expect(page.getByText(hint)).toBeVisible();
    await expect(creator.kind(kind)).toBeChecked();
  }
});
