// Signed out when the tab is hidden, in a browser whose tabs really are.
import { test as base, expect } from "@playwright/test";
import { makePicture } from "../support/memories.ts";
import { type Person, proveAddress, signUp } from "../support/people.ts";
import { Browser, type Tab } from "../support/tabs.ts";

const test = base.extend<{ browserOfTabs: Browser; someone: Person }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from here
  browserOfTabs: async ({}, use) => {
    const browser = new Browser();
    await use(browser);
    await browser.close();
  },
  someone: async ({ request }, use) => use(await signUp(request)),
});

/** A tab of somebody who has just signed in by the form. */
async function signedIn(browser: Browser, { email, password }: Person, path: string): Promise<Tab> {
  const tab = await browser.open(`/auth?mode=signin&next=${path}`);
  await tab.fill("#email", email);
  await tab.fill("#password", password);
  await tab.click("#auth-sign-in button[type=submit]");
  await expect.poll(() => tab.path()).toBe(path);
  await tab.ready();
  return tab;
}

/** Long enough in the page's own time for a sign-out to have happened. */
async function stays(tab: Tab, path: string): Promise<void> {
  const since = await tab.ask<number>("performance.now()");
  await expect.poll(() => tab.ask<number>("performance.now()")).toBeGreaterThan(since + 3_500);
  expect(await tab.path()).toBe(path);
  const status = await tab.ask<boolean>(
    "fetch('/profile', { redirect: 'manual' }).then(({ status }) => status === 200)",
  );
  expect(status, "the session counts").toBe(true);
}

/** Back from an errand: it has ended, and leaving counts again. */
async function returns(browser: Browser, tab: Tab): Promise<void> {
  await tab.front();
  await stays(tab, await tab.path());
  await browser.elsewhere();
  await expect.poll(() => tab.ask(SESSION)).toBe(false);
}

/** In again by the form that the page was left for. */
async function signsInAgain(tab: Tab, { email, password }: Person): Promise<void> {
  await tab.fill("#email", email);
  await tab.fill("#password", password);
  await tab.click("#auth-sign-in button[type=submit]");
}

const SESSION = "fetch('/profile', { redirect: 'manual' }).then(({ status }) => status === 200)";

test.describe("leaving the tab", { tag: "@once" }, () => {
  test("signs this browser out, shows nothing, and comes back to the same place", async ({
    browserOfTabs,
    someone,
    request,
  }) => {
    const tab = await signedIn(browserOfTabs, someone, "/profile/devices");
    await browserOfTabs.elsewhere();
    await expect
      .poll(() => tab.ask("location.pathname + location.search"))
      .toBe("/auth?mode=signin&next=%2Fprofile%2Fdevices");
    expect(await tab.text()).not.toContain(someone.email);
    expect(await tab.ask(SESSION)).toBe(false);
    // Only this browser: the person is still signed in elsewhere.
    const elsewhere = await request.get("/profile", { maxRedirects: 0 });
    expect(elsewhere.status()).toBe(200);
    await tab.front();
    await tab.fill("#email", someone.email);
    await tab.fill("#password", someone.password);
    await tab.click("#auth-sign-in button[type=submit]");
    await expect.poll(() => tab.path()).toBe("/profile/devices");
  });

  test("takes unsent words along, and puts them back into the box after signing in", async ({
    browserOfTabs,
    someone,
  }) => {
    const tab = await signedIn(browserOfTabs, someone, "/ai-creator");
    await tab.fill(".composer-box textarea:not([disabled])", "I miss my grandmother");
    const contact = await browserOfTabs.open("/contact");
    await contact.fill("#message", "Dear people of the lake");
    await browserOfTabs.elsewhere();
    await expect.poll(() => contact.path()).toBe("/auth");
    // The creator stays, and shows nobody what was being written.
    await expect.poll(() => tab.text()).toContain("Please sign in to go on with your memory.");
    const everything =
      "document.documentElement.outerHTML + JSON.stringify([localStorage, sessionStorage])";
    const boxes = "[...document.querySelectorAll('textarea')].map((box) => box.value).join()";
    for (const left of [tab, contact]) {
      for (const held of [everything, boxes])
        expect(await left.ask(held)).not.toMatch(/grandmother|people of the lake/);
    }
    await contact.front();
    await signsInAgain(contact, someone);
    await expect.poll(() => contact.path()).toBe("/contact");
    const message = "document.querySelector('#message')?.value";
    await expect.poll(() => contact.ask(message)).toBe("Dear people of the lake");
    await tab.front();
    const box = "document.querySelector('.composer-box textarea')?.value";
    await expect.poll(() => tab.ask(box)).toBe("I miss my grandmother");
  });

  test("takes along an application for the beta that was not sent", async ({
    browserOfTabs,
    someone,
  }) => {
    const tab = await signedIn(browserOfTabs, someone, "/register");
    await tab.fill("#reason", "I miss my grandmother");
    await browserOfTabs.elsewhere();
    await expect.poll(() => tab.path()).toBe("/auth");
    await tab.front();
    await signsInAgain(tab, someone);
    await expect.poll(() => tab.path()).toBe("/register");
    const reason = "document.querySelector('#reason')?.value";
    await expect.poll(() => tab.ask(reason)).toBe("I miss my grandmother");
    await tab.ask("location.assign('/')");
    await expect.poll(() => tab.path()).toBe("/");
    await expect.poll(() => tab.ask(reason)).toBe("I miss my grandmother");
  });

  test("shows words that could not be kept, and nothing else of the person", async ({
    browserOfTabs,
    someone,
  }) => {
    const tab = await signedIn(browserOfTabs, someone, "/support");
    // Longer than what is kept of one place, past what the box takes.
    await tab.ask(
      "document.querySelector('#message').value = 'Dear people of the lake. '.repeat(1000)",
    );
    await browserOfTabs.elsewhere();
    await expect.poll(() => tab.ask("!!document.querySelector('[data-lost]')")).toBe(true);
    await expect.poll(() => tab.ask(SESSION)).toBe(false);
    expect(await tab.path()).toBe("/support");
    expect(await tab.text()).toContain("You are signed out.");
    const name = someone.email.split("@")[0] ?? someone.email;
    expect(await tab.text()).not.toContain(name);
    const box = "document.querySelector('textarea').value.length";
    expect(await tab.ask(box)).toBe(25_000);
  });

  test("leaves a page that everyone may read where it is, as visitors see it", async ({
    browserOfTabs,
    someone,
  }) => {
    const tab = await signedIn(browserOfTabs, someone, "/privacy");
    const name = someone.email.split("@")[0] ?? someone.email;
    const known = (text: string) => text.includes("Hello, ") || text.includes(name);
    expect(known(await tab.text())).toBe(true);
    await browserOfTabs.elsewhere();
    await expect.poll(() => tab.ask(SESSION)).toBe(false);
    await expect.poll(async () => known(await tab.text())).toBe(false);
    expect(await tab.path()).toBe("/privacy");
    expect(await tab.text()).toContain("What happens to your photos");
  });

  test("does not count while another tab of ours is visible", async ({
    browserOfTabs,
    someone,
  }) => {
    const first = await signedIn(browserOfTabs, someone, "/dashboard");
    const second = await browserOfTabs.open("/profile");
    await stays(second, "/profile");
    expect(await first.ask("document.visibilityState")).toBe("hidden");
    expect(await first.path()).toBe("/dashboard");
    await first.front();
    await stays(first, "/dashboard");
    // The last one hidden takes both along.
    await browserOfTabs.elsewhere();
    await expect.poll(() => first.path()).toBe("/auth");
    await expect.poll(() => second.path()).toBe("/auth");
    expect(await first.ask(SESSION)).toBe(false);
  });

  test("does not count when it is a way from page to page", async ({ browserOfTabs, someone }) => {
    const tab = await signedIn(browserOfTabs, someone, "/dashboard");
    for (const path of ["/profile", "/pricing", "/dashboard", "/", "/profile"]) {
      await tab.click(`.side a[href="${path}"]`);
      await expect.poll(() => tab.path()).toBe(path);
      await tab.ready();
    }
    await stays(tab, "/profile");
    await tab.ask("history.back()");
    await expect.poll(() => tab.path()).toBe("/");
    await tab.ready();
    await stays(tab, "/");
    await tab.ask("location.reload()");
    await stays(tab, "/");
  });

  test("does not count while a second factor is set up, or a mail's code is awaited", async ({
    browserOfTabs,
    someone,
    request,
  }) => {
    await proveAddress(request, someone);
    const tab = await signedIn(browserOfTabs, someone, "/profile/two-factor");
    await tab.click("main form button[type=submit]");
    await expect.poll(() => tab.ask("!!document.querySelector('.qr')")).toBe(true);
    await tab.ready();
    // To the app on the telephone, and back.
    await browserOfTabs.elsewhere();
    await stays(tab, "/profile/two-factor");
    await tab.front();
    await tab.ask("location.assign('/profile/email')");
    await expect.poll(() => tab.path()).toBe("/profile/email");
    await tab.fill("#email", `new-${someone.email}`);
    await tab.click("main form button[type=submit]");
    await expect.poll(() => tab.text()).toContain("Waiting for");
    await tab.ready();
    await browserOfTabs.elsewhere();
    await stays(tab, "/profile/email");
    await tab.front();
    // A page that waits for nothing is no errand.
    await tab.ask("location.assign('/profile')");
    await expect.poll(() => tab.path()).toBe("/profile");
    await tab.ready();
    await browserOfTabs.elsewhere();
    await expect.poll(() => tab.ask(SESSION)).toBe(false);
  });

  test("does not count while a download asks where to go", async ({
    browserOfTabs,
    someone,
    request,
  }) => {
    await makePicture(request, "A walk on the beach with my grandmother");
    const tab = await signedIn(browserOfTabs, someone, "/dashboard");
    await tab.click("a.memory");
    await expect.poll(() => tab.path()).toContain("/memories/");
    await tab.ready();
    await tab.click("a[download]");
    await browserOfTabs.elsewhere();
    await stays(tab, await tab.path());
    await returns(browserOfTabs, tab);
  });

  test("does not count while chosen memories are taken along", async ({
    browserOfTabs,
    someone,
    request,
  }) => {
    await makePicture(request, "A walk on the beach with my grandmother");
    const tab = await signedIn(browserOfTabs, someone, "/memories");
    await tab.click("a[href*='select=']");
    await expect.poll(() => tab.ask("location.search")).toContain("select=");
    await tab.ready();
    await tab.click("input[name=memory]");
    await tab.click("button[value=download]");
    await browserOfTabs.elsewhere();
    await stays(tab, await tab.path());
    await returns(browserOfTabs, tab);
  });

  test("does not count while the payment window is open", async ({ browserOfTabs, someone }) => {
    const tab = await signedIn(browserOfTabs, someone, "/pricing");
    await tab.click("form[data-checkout] button[type=submit]");
    await expect.poll(() => tab.ask("!!document.querySelector('dialog[open] iframe')")).toBe(true);
    // Somebody types in the window; then the bank's app asks for a yes.
    await tab.ask("document.querySelector('dialog[open] iframe').focus()");
    await browserOfTabs.elsewhere();
    await stays(tab, "/pricing");
    expect(await tab.ask("!!document.querySelector('dialog[open] iframe')")).toBe(true);
    await returns(browserOfTabs, tab);
  });

  test("does not count while a photo is being chosen, until one is back", async ({
    browserOfTabs,
    someone,
  }) => {
    const tab = await signedIn(browserOfTabs, someone, "/ai-creator");
    await expect
      .poll(() => tab.ask("document.body.innerText.includes('Begin with the photos instead')"))
      .toBe(true);
    await tab.ask(
      `[...document.querySelectorAll("button")].find((b) => b.innerText.includes("Begin with the photos")).click()`,
    );
    await expect.poll(() => tab.ask("!!document.querySelector('input[type=file]')")).toBe(true);
    // A real click opens the real chooser; the phone shows it instead of the page.
    await tab.click(".drop, label:has(input[type=file])");
    await browserOfTabs.elsewhere();
    expect(await tab.ask("document.visibilityState")).toBe("hidden");
    await stays(tab, "/ai-creator");
    await returns(browserOfTabs, tab);
    expect(await tab.text()).toContain(
      "Your words, your photos and a memory in the making are kept.",
    );
  });
});
