// The closed beta as an applicant, a company and the administrator see it, at three widths.
import type { APIRequestContext } from "@playwright/test";
import { AdminPage } from "../pages/AdminPage.ts";
import { expect, test } from "../support/fixtures.ts";
import { closedServer } from "../support/own.ts";
import { camera } from "../support/screens.ts";

test.use({ contextOptions: { reducedMotion: "reduce" } });

const PEOPLE = [
  ["Thandi Dlamini", "I miss my grandmother."],
  ["Álvaro Muñoz", ""],
  ["שרה לוי", "לראות את סבתא שלי עוד פעם אחת"],
  ["Anneke van der Merwe", "For my parents' anniversary."],
  [
    "Nana 👩‍👩‍👧",
    "My brother lives far away, in a place I cannot travel to, and our mother asks every Sunday whether we could not once more sit in her kitchen together, all of us, as we did before the move.",
  ],
  ['=HYPERLINK("http://example")', "1+1"],
];

for (const width of [320, 390, 1280]) {
  test(`@once the closed beta at ${width}`, async ({ page, browser }) => {
    const server = await closedServer();
    try {
      await page.setViewportSize({ width, height: 900 });
      const shot = camera(page);
      await page.goto(`${server.base}/register`);
      await shot("register");
      await page.getByLabel("Name").fill("Thandi");
      await page.getByLabel("Email address").fill("thandi@mail.example");
      await page.getByRole("button", { name: "Apply for Beta Access" }).click();
      await expect(page.getByRole("status")).toContainText("has been submitted");
      await shot("register-submitted");
      await page.getByLabel("Name").fill("Thandi");
      await page.getByLabel("Email address").fill("thandi+film@mail.example");
      await page.getByRole("button", { name: "Apply for Beta Access" }).click();
      await expect(page.getByRole("alert")).toBeVisible();
      await shot("register-again");
      await page.goto(`${server.base}/#early-access`);
      await page.locator("#early-access").scrollIntoViewIfNeeded();
      await shot("early-access", false);

      await page.goto(`${server.base}/contact`);
      await shot("contact");
      await page.getByLabel("Name").fill("Sipho Mokoena");
      await page.getByLabel("Email address").fill("sipho@example.com");
      await page.getByLabel("Company", { exact: true }).fill("Umbrella Care");
      await page.getByLabel("Message").fill("We look after 200 families.\nCould they use it?");
      await page.getByRole("button", { name: "Send Message" }).click();
      await expect(page.getByRole("status")).toBeVisible();
      await shot("contact-sent");

      const desk = await browser.newContext({ viewport: { width, height: 900 } });
      const admin = new AdminPage(await desk.newPage());
      const look = camera(admin.page);
      await admin.open(`${server.base}/admin/waitlist`);
      await look("admin-gate");
      await admin.unlock("a guess");
      await look("admin-gate-refused");
      await admin.unlock(server.adminPassword);
      await expect(admin.heading).toBeVisible();
      await insert(admin.page.request, server.base, 30);
      await apply(admin.page.request, server.base);
      await admin.page.reload();
      await expect(admin.rows).toHaveCount(25);
      await look("admin-many");
      await admin.page.getByLabel("Choose Thandi Dlamini").check();
      await admin.page.getByLabel("Choose Álvaro Muñoz").check();
      await look("admin-chosen", false);
      await admin.page.getByRole("button", { name: "Approve chosen" }).click();
      await expect(admin.row("Dlamini")).toContainText("Approved");
      await admin.search.fill("nobody at all");
      await expect(admin.page.getByText("No applications match.")).toBeVisible();
      await look("admin-none");
      await admin.page.getByRole("button", { name: "Messages" }).click();
      await expect(admin.page.getByText("Umbrella Care")).toBeVisible();
      await look("admin-messages");
      await admin.open(`${server.base}/debug-supabase`);
      await admin.page.getByRole("button", { name: "Count Entries" }).click();
      await look("debug-counted");
      await admin.page.getByRole("button", { name: /Look at everything/ }).click();
      await look("debug-doctor");

      await expect(async () => {
        await page.goto(`${server.base}/dev/mail`);
        await expect(page.getByRole("link", { name: /Your invitation/ }).first()).toBeVisible({
          timeout: 500,
        });
      }).toPass();
      for (const subject of [/We have your application/, /Your invitation/, /Message from/]) {
        await page.goto(`${server.base}/dev/mail`);
        await page.getByRole("link", { name: subject }).first().click();
        await shot(`mail-${subject.source.replace(/\W+/g, "-").toLowerCase()}`);
      }
      await desk.close();
    } finally {
      await server.stop();
    }
  });
}

/** So many entries of the debug console. */
async function insert(request: APIRequestContext, base: string, count: number): Promise<void> {
  const headers = { origin: base };
  for (let number = 0; number < count; number += 1)
    await request.post(`${base}/debug-supabase`, { headers, form: { test: "insert" } });
}

async function apply(request: APIRequestContext, base: string): Promise<void> {
  for (const [number, [name = "", reason = ""]] of PEOPLE.entries()) {
    const form = { name, email: `person${number}@mail.example`, reason };
    await request.post(`${base}/register`, { headers: { origin: base }, form });
  }
}
