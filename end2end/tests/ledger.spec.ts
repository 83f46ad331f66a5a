// What people can follow: the badge, the history, the receipt.
import AxeBuilder from "@axe-core/playwright";
import { PricingPage } from "../pages/PricingPage.ts";
import { expect, test } from "../support/fixtures.ts";
import { beginMemory, makePicture, takePicture } from "../support/memories.ts";

test("the history tells every change, and the receipt can be printed", async ({
  page,
  person,
  pricing,
}) => {
  await pricing.open("ZAR");
  await pricing.begin("Pro");
  await pricing.play(/^Pay R/);
  await page.waitForURL(/\/success/);
  expect(await makePicture(page.request, "Tea with Nan in her kitchen")).toBe(725);
  await page.goto("/credits");
  await expect(page.locator("p.credits")).toHaveText("725 credits");
  const lines = page.locator(".ledger-line");
  await expect(lines).toHaveCount(3);
  await expect(lines.nth(0)).toContainText("Memory “Tea with Nan");
  await expect(lines.nth(0)).toContainText("−25 used");
  await expect(lines.nth(1)).toContainText("Plan bought Pro, one month");
  await expect(lines.nth(1)).toContainText("+700");
  await expect(lines.nth(2)).toContainText("Welcome credits");
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download as CSV" }).click();
  expect((await download).suggestedFilename()).toBe("evernear-credits.csv");
  await page.getByRole("link", { name: "Receipt" }).click();
  await expect(page.getByRole("heading", { name: "Receipt" })).toBeVisible();
  await expect(page.getByText(person.email)).toBeVisible();
  await expect(page.getByText("R220.00").first()).toBeVisible();
  const print = page.getByRole("button", { name: "Print" });
  await expect(print).toBeVisible();
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute("data-printed", "yes");
  });
  await print.click();
  await expect(page.locator("body[data-printed=yes]")).toBeVisible();
});

test("a memory is one line, which changes in its place and leads to it @once", async ({
  page,
  person,
}) => {
  const words = `Fishing with ${person.username}`;
  const id = await beginMemory(page.request, words, "video", true);
  await page.goto("/credits");
  const lines = page.locator(".ledger-line");
  await expect(lines).toHaveCount(2);
  await expect(lines.first()).toContainText("25 held");
  const link = lines.first().getByRole("link", { name: words });
  await expect(link).toHaveAttribute("href", "/ai-creator");
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  await takePicture(page.request, id);
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(lines.first()).toContainText("−25 used");
  await expect(page.locator("p.credits b")).toHaveText("25");
  await expect(lines.first().locator(".ledger-balance")).toContainText("25");
  await expect(lines).toHaveCount(2);
  await expect(link).toHaveAttribute("href", `/memories/${id}`);
  // The whole line is pressed for its link.
  await lines.first().click({ position: { x: 4, y: 4 } });
  await expect(page).toHaveURL(new RegExp(`/memories/${id}$`));
});

test("a receipt on paper is dark on white, on one page, without the buttons around it @once", async ({
  page,
  person,
  pricing,
}) => {
  await pricing.open("USD");
  await pricing.begin("Starter");
  await pricing.play(/^Pay \$/);
  await page.waitForURL(/\/success/);
  await page.getByRole("link", { name: "View the receipt" }).click();
  const paper = page.locator(".receipt-paper");
  await expect(paper).toContainText(person.email);
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("button", { name: "Print" })).toBeHidden();
  await expect(page.getByRole("link", { name: "Your credits" })).toBeHidden();
  const colours = await paper.evaluate((element) => {
    const light = (colour: string) =>
      (colour.match(/\d+/g) ?? []).slice(0, 3).reduce((sum, part) => sum + Number(part), 0) / 3;
    const behind = (node: Element | null): string => {
      if (!node) return "rgb(255, 255, 255)";
      const colour = getComputedStyle(node).backgroundColor;
      return colour === "rgba(0, 0, 0, 0)" ? behind(node.parentElement) : colour;
    };
    return { ink: light(getComputedStyle(element).color), paper: light(behind(element)) };
  });
  expect(colours.paper).toBe(255);
  expect(colours.ink).toBeLessThan(64);
  const printed = (await page.pdf({ format: "A4" })).toString("latin1");
  expect(printed.match(/\/Type \/Page\b/g)).toHaveLength(1);
});

test("the history and the badge are true as soon as a payment is, on the page where they stand @once", async ({
  page,
  person,
  context,
}) => {
  await page.goto("/credits");
  const lines = page.locator(".ledger-line");
  await expect(lines, person.email).toHaveCount(1);
  // Somebody pays without our script; the bank takes its time.
  const other = await context.newPage();
  const begun = await other.request.post("/api/checkout/begin", {
    headers: { Origin: new URL(page.url()).origin },
    data: { plan: "Pro", currency: "USD" },
  });
  const { address } = (await begun.json()) as { address: string };
  await other.goto(address);
  await other.getByRole("button", { name: "Pay, confirmed late" }).click();
  await expect(other.getByRole("heading", { name: "Almost there" })).toBeVisible();
  await expect(other.getByRole("heading", { name: "Payment Successful!" })).toBeVisible({
    timeout: 30_000,
  });
  await expect(other.locator(".top-credits b")).toHaveText("750");
  await expect(page.locator("p.credits b")).toHaveText("750");
  await expect(lines).toHaveCount(2);
  await expect(lines.first()).toContainText("Plan bought Pro, one month");
});

test("the badge follows what another tab buys, and says when it does not know @once", async ({
  page,
  person,
  context,
}) => {
  await page.goto("/profile");
  const badge = page.locator(".top-credits b");
  await expect(badge, person.email).toHaveText("50");
  const other = await context.newPage();
  const there = new PricingPage(other);
  await there.open("USD");
  await there.begin("Starter");
  await there.play(/^Pay \$/);
  await other.waitForURL(/\/success/);
  await expect(badge).toHaveText("450");
  await context.route("**/api/credits/balance", (route) => route.abort());
  await page.bringToFront();
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(badge).toHaveText("--");
});
