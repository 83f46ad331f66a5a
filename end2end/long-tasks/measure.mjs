/**
 * Tasks that hold the administrator's page up for more than 50 ms, as Chromium itself tells
 * them, while a million applications are looked through. Run by `cargo xtask bench waitlist`,
 * which fills the database first.
 *
 *   EVERNEAR_BINARY=/path CHROMIUM=/path DATABASE_URL=… node measure.mjs
 */
import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "@playwright/test";

const MOST_MS = 50;
const asRoot = process.getuid?.() === 0 ? ["--no-sandbox"] : [];

const probe = createServer();
await new Promise((resolve) => probe.listen(0, "127.0.0.1", resolve));
const listen = `127.0.0.1:${probe.address().port}`;
await new Promise((resolve) => probe.close(resolve));

const folder = await mkdtemp(join(tmpdir(), "evernear-long-tasks-"));
const server = spawn(process.env.EVERNEAR_BINARY, ["serve"], {
  env: {
    ...process.env,
    EVERNEAR_LISTEN: listen,
    EVERNEAR_PUBLIC_URL: `http://${listen}`,
    EVERNEAR_DATA_DIR: folder,
  },
  stdio: ["ignore", "pipe", "inherit"],
});
const password = await new Promise((resolve, reject) => {
  let said = "";
  server.stdout.on("data", (chunk) => {
    said += chunk;
    const found = /the admin password is (\S+)/.exec(said)?.[1];
    if (found) resolve(found);
  });
  server.once("exit", () => reject(new Error(`it ended: ${said}`)));
});
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM,
  args: ["--disable-gpu", "--disable-background-networking", ...asRoot],
});

/** Every task is told, whenever it ended; tasks of 50 ms and less are none to Chromium. */
function observe() {
  window.longTasks = [];
  new PerformanceObserver((list) => {
    window.longTasks.push(...list.getEntries().map((entry) => entry.duration));
  }).observe({ type: "longtask", buffered: true });
}

let missed = 0;
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  await page.addInitScript(observe);
  await page.goto(`http://${listen}/admin/waitlist`);
  await page.getByLabel("Admin password").fill(password);

  /** What was asked for is there: no list is on its way and none is awaited. */
  const settled = async () => {
    await page.waitForFunction(() => {
      const table = document.querySelector(".table-scroll");
      return table?.getAttribute("aria-busy") !== "true";
    });
    // What was painted is told one frame later.
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0))),
    );
  };
  const step = async (what, act) => {
    await page.evaluate(() => window.longTasks.splice(0));
    await act();
    await settled();
    const tasks = await page.evaluate(() => window.longTasks.splice(0));
    const longest = Math.max(0, ...tasks);
    const line = longest > 0 ? `${tasks.length} long, the longest ${longest} ms` : "none";
    console.log(`${longest > MOST_MS ? "✗" : "✓"} ${what}: ${line}`);
    if (longest > MOST_MS) missed += 1;
  };
  const answered = (act) =>
    Promise.all([page.waitForResponse((answer) => answer.url().endsWith("waitlist/list")), act()]);
  const press = (name) => answered(() => page.getByRole("button", { name, exact: true }).click());

  await page.getByRole("button", { name: "Unlock" }).click();
  await page.locator("tbody tr").first().waitFor();
  console.log(`total: ${await page.locator(".count dd").first().textContent()}`);
  await step("opening the page", () => page.reload({ waitUntil: "networkidle" }));
  await step("searching, letter by letter", () => {
    const whole = page.waitForResponse((answer) =>
      answer.request().postData()?.includes("thandi dlamini"),
    );
    const typed = page.getByLabel("Search").pressSequentially("thandi dlamini", { delay: 80 });
    return Promise.all([whole, typed]);
  });
  await step("a search for many", () => answered(() => page.getByLabel("Search").fill("com")));
  await step("no search", () => answered(() => page.getByLabel("Search").fill("")));
  for (const status of ["pending", "approved", "rejected", ""]) {
    await step(`status ${status || "all"}`, () =>
      answered(() => page.getByLabel("Status").selectOption(status)),
    );
  }
  await step("five pages on", async () => {
    for (let turn = 0; turn < 5; turn += 1) {
      await press("Next");
      await settled();
    }
  });
  await step("the last page", () => press("Last"));
  await step("page 20,000", async () => {
    await page.getByLabel("Go to page").fill("20000");
    await answered(() => page.getByLabel("Go to page").press("Enter"));
  });
  for (const column of ["Name", "Email", "Status", "Applied"]) {
    await step(`sorted by ${column}`, () =>
      answered(() => page.locator("thead").getByRole("button", { name: column }).click()),
    );
  }
  await step("choosing one by one, then all", async () => {
    const boxes = page.locator("tbody input[type=checkbox]");
    for (let row = 0; row < 10; row += 1) await boxes.nth(row).check();
    await page.getByLabel("Choose all of this page").check();
  });
  await step("rejecting all that are chosen, and back", async () => {
    await page.getByLabel("Status").selectOption("pending");
    await page.waitForResponse((answer) => answer.url().endsWith("waitlist/list"));
    await settled();
    await page.getByLabel("Choose all of this page").check();
    await press("Reject chosen");
    await settled();
  });
  await step("twenty rows down by the keyboard", async () => {
    await page.locator("tbody tr").first().focus();
    for (let row = 0; row < 20; row += 1) await page.keyboard.press("ArrowDown");
  });
  await step("messages and back", async () => {
    await page.getByRole("button", { name: "Messages" }).click();
    await page.getByText("Nobody has written yet.").waitFor();
    await page.getByRole("button", { name: "Applications" }).click();
    await page.locator("tbody tr").first().waitFor();
  });
} finally {
  await browser.close();
  const ended = new Promise((resolve) => server.once("exit", resolve));
  server.kill("SIGTERM");
  await ended;
  await rm(folder, { recursive: true, force: true });
}
if (missed > 0) {
  console.error(`Steps with a task above ${MOST_MS} ms: ${missed}. Was the machine busy?`);
  process.exitCode = 1;
}
