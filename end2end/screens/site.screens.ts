// Every page of the site at five widths, for eyes.
import type { Page } from "@playwright/test";
import { AdminPage } from "../pages/AdminPage.ts";
import { expect, test } from "../support/fixtures.ts";
import { makePicture } from "../support/memories.ts";
import { closedServer } from "../support/own.ts";
import { FROM_OUR_PAGE, signUp, somebody } from "../support/people.ts";
import { ADMINISTRATOR, nameOf, PUBLIC, SIGNED_IN } from "../support/routes.ts";
import { camera } from "../support/screens.ts";

test.use({ contextOptions: { reducedMotion: "reduce" } });

type Camera = ReturnType<typeof camera>;

for (const width of [320, 390, 768, 1280, 1920]) {
  test(`@once every page at ${width}`, async ({ page }) => {
    test.setTimeout(300_000);
    await page.setViewportSize({ width, height: 900 });
    const shot = camera(page);
    for (const path of [...PUBLIC, ...ADMINISTRATOR, "/reset-password", "/style", "/none.pdf"]) {
      await page.goto(path);
      await shot(nameOf(path));
    }
    await signUp(page.request);
    for (const path of SIGNED_IN) {
      await page.goto(path);
      await shot(nameOf(path));
    }
    await withSomethingToShow(page, shot);
    await behindTheGates(page, shot);
  });
}

/** A memory, a plan with its receipt, a question with its thread. */
async function withSomethingToShow(page: Page, shot: Camera): Promise<void> {
  await makePicture(page.request, "Tea with Nan in her kitchen");
  const opened = await page.request.post("/checkout", {
    headers: FROM_OUR_PAGE,
    form: { plan: "Pro", currency: "USD" },
    maxRedirects: 0,
  });
  await page.goto(opened.headers().location ?? "");
  await shot("sandbox");
  await page.getByRole("button", { name: "Pay $12.00" }).click();
  await shot("paid");
  await page.goto("/support");
  await shot("support");
  await page.getByLabel("Your message").fill("Where do my photos go once it is finished?");
  await page.getByRole("button", { name: "Send Message" }).click();
  await expect(page.locator(".said")).toHaveCount(1);
  await shot("support-thread");
  await page.goto("/credits");
  await shot("credits-with-entries");
  await page.getByRole("link", { name: "Receipt" }).click();
  await shot("receipt");
  await page.goto("/pricing");
  await shot("pricing-with-plan");
  await page.goto("/dashboard");
  await shot("dashboard-with-memory");
  await page.locator(".memory").click();
  await expect(page.locator(".memory-view img")).toBeVisible();
  await shot("memory");
}

/** The beta gate, and the administrator's page unlocked. */
async function behindTheGates(page: Page, shot: Camera): Promise<void> {
  const server = await closedServer();
  try {
    const { email, password } = somebody();
    const headers = { Origin: server.base };
    await page.request.post(`${server.base}/auth?mode=signup`, {
      headers,
      form: { email, password, terms: "yes" },
    });
    await page.request.post(`${server.base}/register`, {
      headers,
      form: { name: "Thandi", email, reason: "I miss my gran." },
    });
    for (const path of ["/ai-creator", "/create"]) {
      await page.goto(`${server.base}${path}`);
      await shot(`gate${path.replace("/", "-")}`);
    }
    const admin = new AdminPage(page);
    await admin.open(`${server.base}/admin/waitlist`);
    await admin.unlock(server.adminPassword);
    await expect(admin.row(email)).toBeVisible();
    await shot("admin-unlocked");
    await page.getByRole("button", { name: "Messages", exact: true }).click();
    await shot("admin-messages");
    await page.goto(`${server.base}/debug-supabase`);
    await shot("debug-unlocked");
  } finally {
    await server.stop();
  }
}
