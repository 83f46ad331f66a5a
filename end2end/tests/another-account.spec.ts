// Two people at one browser: what one of them was writing never reaches the other.
import { test as base, expect } from "@playwright/test";
import { type Person, signUp } from "../support/people.ts";
import { Browser, type Tab } from "../support/tabs.ts";

const test = base.extend<{ browserOfTabs: Browser; writer: Person; next: Person }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from here
  browserOfTabs: async ({}, use) => {
    const browser = new Browser();
    await use(browser);
    await browser.close();
  },
  writer: async ({ request }, use) => use(await signUp(request)),
  next: async ({ request }, use) => use(await signUp(request)),
});

const SECRET = "My sister must not know";
const COMPOSER = ".composer-box textarea:not([disabled])";
const ACCOUNT = "document.body.dataset.account";

async function signsIn(tab: Tab, { email, password }: Person, path: string): Promise<void> {
  // A tab that was opened just now is on its way.
  await expect.poll(() => tab.path()).toMatch(/^\//);
  await tab.ask(`location.assign('/auth?mode=signin&next=${path}')`);
  await expect.poll(() => tab.path()).toBe("/auth");
  await tab.ready();
  await tab.fill("#email", email);
  await tab.fill("#password", password);
  await tab.click("#auth-sign-in button[type=submit]");
  await expect.poll(() => tab.path()).toBe(path);
  await tab.ready();
}

/** The button itself is in sight where there is a sidebar; these windows are narrow. */
const SIGN_OUT = `!document.querySelector('form[action="/sign-out"]').requestSubmit()`;

async function signsOut(tab: Tab): Promise<void> {
  // The creator has no button.
  await tab.ask("location.assign('/dashboard')");
  await expect.poll(() => tab.path()).toBe("/dashboard");
  await tab.ready();
  await tab.ask(SIGN_OUT);
  await expect.poll(() => tab.path()).toBe("/");
  await tab.ready();
}

const value = (tab: Tab, selector: string) =>
  tab.ask<string | undefined>(`document.querySelector(${JSON.stringify(selector)})?.value`);

/** Everything that a page shows, or holds in a field; between two documents it is asked again. */
const shown = (tab: Tab) =>
  tab.ask<string>(`(() => {
    if (!document.documentElement) throw new Error("navigated");
    const fields = [...document.querySelectorAll("input, textarea")].map(({ value }) => value);
    return document.documentElement.outerHTML + fields.join();
  })()`);

for (const [path, box] of [
  ["/support", "#message"],
  ["/ai-creator", COMPOSER],
] as const) {
  test(`words of ${path} stay their writer's when the next person signs in`, {
    tag: "@once",
  }, async ({ browserOfTabs, writer, next }) => {
    const first = await browserOfTabs.open("/auth?mode=signin");
    await signsIn(first, writer, "/dashboard");
    const second = await browserOfTabs.open(path);
    await second.fill(box, SECRET);
    await first.front();
    await signsOut(first);
    // The tab behind has handed its words over, and shows nothing of them.
    await expect.poll(() => shown(second)).not.toContain(SECRET);
    await signsIn(first, next, "/dashboard");
    await second.front();
    expect(await shown(second)).not.toContain(SECRET);
    await browserOfTabs.elsewhere();
    const session =
      "fetch('/profile', { redirect: 'manual' }).then(({ status }) => status === 200)";
    await expect.poll(() => first.ask(session)).toBe(false);
    await first.front();
    await signsIn(first, next, path);
    await expect.poll(() => value(first, box)).toBe("");
    await signsOut(first);
    await signsIn(first, writer, path);
    await expect.poll(() => value(first, box)).toBe(SECRET);
  });
}

test("a tab that nobody told keeps its words for their writer and shows them to nobody else", {
  tag: "@once",
}, async ({ browserOfTabs, writer, next }) => {
  const first = await browserOfTabs.open("/auth?mode=signin");
  await signsIn(first, writer, "/dashboard");
  const second = await browserOfTabs.open("/support");
  await second.fill("#message", SECRET);
  const mark = await second.ask<string>(ACCOUNT);
  await first.front();
  // As by a page without script: the other tab hears nothing of it.
  const leaves =
    "fetch('/sign-out', { method: 'POST', body: new URLSearchParams(), redirect: 'manual' }).then(() => true)";
  await first.ask(leaves);
  await signsIn(first, next, "/dashboard");
  await expect.poll(() => second.text()).toContain("Another account is signed in");
  expect(await shown(second)).not.toContain(SECRET);
  // What the tab sends all the same is refused.
  const kept = `fetch('/api/unsent/keep', { method: 'POST', headers: { 'Content-Type': 'application/json',
    'X-Evernear-Account': '${mark}' }, body: JSON.stringify({ words: [{ place: 'support', fields: { message: 'a' } }] })
  }).then(({ status }) => status)`;
  expect(await first.ask(kept)).toBe(409);
  await first.ask("location.assign('/support')");
  await expect.poll(() => value(first, "#message")).toBe("");
  await signsOut(first);
  await signsIn(first, writer, "/dashboard");
  await expect.poll(() => value(second, "#message")).toBe(SECRET);
});

test("words wait for their writer when the button is in the same tab", { tag: "@once" }, async ({
  browserOfTabs,
  writer,
  next,
}) => {
  const tab = await browserOfTabs.open("/auth?mode=signin");
  await signsIn(tab, writer, "/support");
  await tab.fill("#message", SECRET);
  await tab.ask(SIGN_OUT);
  await expect.poll(() => tab.path()).toBe("/");
  await signsIn(tab, next, "/support");
  expect(await value(tab, "#message")).toBe("");
  await signsOut(tab);
  await signsIn(tab, writer, "/support");
  expect(await value(tab, "#message")).toBe(SECRET);
});

for (const [path, box] of [
  ["/support", "#message"],
  ["/contact", "#message"],
  ["/contact", "#name"],
  ["/register", "#reason"],
  ["/", "#reason"],
  ["/profile", "#username"],
  ["/ai-creator", COMPOSER],
] as const) {
  test(`'Back' does not give the next person what was written at ${path} in ${box}`, async ({
    page,
    writer,
    next,
  }) => {
    const enter = async ({ email, password }: Person, there: string) => {
      await page.goto(`/auth?mode=signin&next=${there}`);
      await page.locator("#auth-sign-in #email").fill(email);
      await page.locator("#auth-sign-in #password").fill(password);
      await page.locator("#auth-sign-in button[type=submit]").click();
      await page.waitForURL(`**${there}`);
    };
    await page.context().clearCookies();
    await enter(writer, path);
    await page.locator(box).fill(SECRET);
    await page.goto("/dashboard");
    await page.context().clearCookies();
    await enter(next, "/dashboard");
    let seen = "";
    for (let back = 0; back < 4; back += 1) {
      await page.goBack();
      await page.waitForLoadState("load");
      const held =
        "[...document.querySelectorAll('input, textarea')].map(({ value }) => value).join()";
      seen += `${new URL(page.url()).pathname} ${await page.evaluate(held)}\n`;
    }
    expect(seen).toContain(`${path} `);
    expect(seen).not.toContain(SECRET);
  });
}
