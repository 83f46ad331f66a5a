// The public site as a visitor meets it: every page for axe at the narrowest width and at a
// desk, and the whole walk with script switched off.
import { DashboardPage } from "../pages/DashboardPage.ts";
import { expect, test } from "../support/fixtures.ts";
import { expectNothingWrong } from "../support/looks.ts";
import { letter } from "../support/mails.ts";
import { FROM_OUR_PAGE, signUp, somebody } from "../support/people.ts";
import { ADMINISTRATOR, PUBLIC, SCRIPTLESS, SIGNED_IN } from "../support/routes.ts";

test.describe("every page", () => {
  // Colours are judged when they stand still.
  test.use({ contextOptions: { reducedMotion: "reduce" } });
  // Some twenty pages, each looked at by axe.
  test.setTimeout(240_000);

  test("axe finds nothing on any public page", async ({ page }, { project }) => {
    const width = project.name === "phone" ? 320 : 1280;
    await page.setViewportSize({ width, height: 800 });
    for (const path of [...PUBLIC, ...ADMINISTRATOR, "/style"]) {
      await page.goto(path);
      await expectNothingWrong(page, path);
    }
  });

  test("axe finds nothing on any page of the signed-in", async ({ page }, { project }) => {
    const width = project.name === "phone" ? 320 : 1280;
    await page.setViewportSize({ width, height: 800 });
    await signUp(page.request);
    for (const path of ["/", "/pricing", "/success", ...SIGNED_IN]) {
      await page.goto(path);
      await expectNothingWrong(page, `${path}, signed in`);
    }
  });

  test("axe finds nothing where money moves or something went wrong", async ({ page }, {
    project,
  }) => {
    const width = project.name === "phone" ? 320 : 1280;
    await page.setViewportSize({ width, height: 800 });
    await signUp(page.request);
    const opened = await page.request.post("/checkout", {
      headers: FROM_OUR_PAGE,
      form: { plan: "Pro", currency: "ZAR" },
      maxRedirects: 0,
    });
    await page.goto(opened.headers().location ?? "");
    await expect(page.getByRole("heading", { name: "R220.00" })).toBeVisible();
    await expectNothingWrong(page, "the sandbox's window");
    await page.getByRole("button", { name: "Pay R220.00" }).click();
    await expect(page.getByRole("heading", { name: "Payment Successful!" })).toBeVisible();
    await expectNothingWrong(page, "a payment");
    await page.goto("/credits");
    await page.getByRole("link", { name: "Receipt" }).click();
    await expect(page.getByRole("heading", { name: "Receipt" })).toBeVisible();
    await expectNothingWrong(page, "a receipt");
    await page.goto("/support");
    await page.getByLabel("Your message").fill("Where do my photos go?");
    await page.getByRole("button", { name: "Send Message" }).click();
    await expect(page.locator(".said")).toHaveCount(1);
    await expectNothingWrong(page, "a thread");
    // As a browser that was refused shows it, and as the router does.
    for (const path of ["/none.pdf", "/sign-out"]) {
      const answer = await page.goto(path);
      expect(answer?.status()).toBeGreaterThanOrEqual(404);
      const heading = page.getByRole("heading", { level: 1 });
      await expect(heading).toHaveText("Something went wrong. Please refresh the page.");
      await expect(page.getByRole("contentinfo")).toContainText("© 2025 Evernear");
      await expectNothingWrong(page, `refused at ${path}`);
    }
    await page.getByRole("link", { name: "Back to Home" }).click();
    await expect(page).toHaveURL("/");
  });

  test("@once visitors' pages run nothing and complain about nothing", async ({ page }) => {
    const complaints: string[] = [];
    page.on("console", (line) => {
      if (line.type() === "error") complaints.push(line.text());
    });
    page.on("pageerror", (error) => complaints.push(error.message));
    const scripts: string[] = [];
    page.on("request", (request) => {
      if (request.resourceType() === "script") scripts.push(request.url());
    });
    for (const path of SCRIPTLESS) await page.goto(path);
    expect(scripts, "scripts fetched").toEqual([]);
    for (const path of PUBLIC.slice(SCRIPTLESS.length)) await page.goto(path);
    expect(complaints).toEqual([]);
  });

  test("@once the film plays when it is asked to, and not before", async ({ page }) => {
    const films: string[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith(".mp4")) films.push(request.url());
    });
    await page.goto("/");
    const film = page.locator("video");
    await film.scrollIntoViewIfNeeded();
    expect(films).toEqual([]);
    const seconds = await film.evaluate(async (element) => {
      const video = element as HTMLVideoElement;
      video.muted = true;
      await video.play();
      return video.duration;
    });
    expect(seconds).toBeGreaterThan(9.5);
    expect(films.length).toBeGreaterThan(0);
    // What it shows is told in words, where somebody asks for that.
    const told = () =>
      film.evaluate((video) => {
        const [track] = (video as HTMLVideoElement).textTracks;
        if (track) track.mode = "showing";
        return [...(track?.cues ?? [])].map((cue) => (cue as VTTCue).text).join(" ");
      });
    await expect.poll(told).toContain("a man and a woman from two old portraits");
  });

  test("@once a link to a part of a page leads there", async ({ page }) => {
    await page.goto("/about");
    await page.getByRole("link", { name: "Careers" }).click();
    await expect(page).toHaveURL(/\/careers#join-our-team$/);
    await expect(page.locator("#join-our-team")).toBeInViewport();
    await page.goto("/#early-access");
    await expect(page.getByRole("heading", { name: "Early access" })).toBeInViewport();
  });
});

test("@once a form is answered in its place, and says when the line is gone", async ({ page }) => {
  const person = somebody();
  await page.goto("/register");
  await page.evaluate(() => Object.assign(window, { stayed: true }));
  const stayed = () => page.evaluate(() => "stayed" in window);
  const send = async () => {
    await page.getByLabel("Name").fill("Thandi");
    await page.getByLabel("Email address").fill(person.email);
    await page.getByRole("button", { name: "Apply for Beta Access" }).click();
  };
  await page.route("**/register", (route) => route.abort(), { times: 1 });
  await send();
  await expect(page.getByRole("alert")).toContainText("The connection dropped.");
  await expect(page.getByLabel("Email address")).toHaveValue(person.email);

  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/register", async (route) => {
    await held;
    await route.continue();
  });
  await send();
  await expect(page.getByRole("button", { name: "Submitting..." })).toBeVisible();
  release();
  await expect(page.getByRole("status")).toContainText("has been submitted");
  await expect(page.getByRole("status")).toBeFocused();
  await expect(page.getByText(`Thandi, ${person.email}`)).toBeVisible();
  await send();
  await expect(page.getByRole("alert")).toContainText("has already applied");
  await expect(page.getByLabel("Name")).toHaveValue("Thandi");
  expect(await stayed(), "the page stayed").toBe(true);
});

test.describe("@once without script", () => {
  test.use({ javaScriptEnabled: false });

  test("a company writes to us, and what was wrong comes back filled in", async ({ page }) => {
    const { email } = somebody();
    await page.goto("/contact");
    await page.getByLabel("Name").fill("Thandi");
    await page.getByLabel("Email address").fill("thandi@nowhere");
    await page.getByLabel("Company", { exact: true }).fill("Acme");
    await page.getByLabel("Company size").selectOption("51-200");
    await page.getByLabel("Message").fill("Twelve memories for twelve people.");
    const send = page.getByRole("button", { name: "Send Message" });
    await send.click();
    await expect(page).toHaveURL(/\/contact$/);
    await expect(page.getByRole("alert")).toBeVisible();
    await expect(page.getByLabel("Company size")).toHaveValue("51-200");
    await expect(page.getByLabel("Message")).toHaveValue("Twelve memories for twelve people.");
    await page.getByLabel("Email address").fill(email);
    await send.click();
    await expect(page.getByRole("status")).toBeVisible();
    await expect(page.getByLabel("Message")).toHaveValue("");
    const sent = await letter("enterprise@evernear.example", "Acme");
    expect(sent.text).toContain("Twelve memories for twelve people.");
    expect(sent.text).toContain(email);
  });

  test("the site is walked from end to end", async ({ page, creator }) => {
    const person = somebody();
    await page.goto("/");
    await page.getByLabel("Name").fill("Thandi");
    await page.getByLabel("Email address").fill(person.email);
    await page.getByRole("button", { name: "Apply for Beta Access" }).click();
    await expect(page).toHaveURL(/\/register/);
    await expect(page.getByRole("status")).toContainText("has been submitted");

    const footer = page.getByRole("contentinfo");
    for (const [link, heading] of [
      ["About", "About Evernear"],
      ["Careers", "Join Our Team"],
      ["Terms of Service", "Terms of Service"],
      ["Privacy Policy", "Privacy Policy"],
      ["Cookie Policy", "Cookie Policy"],
    ] as const) {
      await footer.getByRole("link", { name: link }).click();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading);
    }
    await page.getByRole("link", { name: "Back to Home" }).click();

    const side = page.getByRole("navigation", { name: "Main" });
    await side.getByRole("link", { name: "Pricing" }).click();
    await page.getByRole("link", { name: "South African rand" }).click();
    await expect(page.getByText("R220")).toBeVisible();

    await side.getByRole("link", { name: "Dashboard" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sign in to your account");
    await page.goto("/auth?mode=signup&next=/profile");
    await page.getByLabel("Email address").fill(person.email);
    await page.getByLabel("Create a Password").fill(person.password);
    await page.getByLabel(/12 or older/).check();
    await page.getByRole("button", { name: "Sign up" }).click();
    await expect(page).toHaveURL(/\/profile$/);
    await page.getByLabel("New username").fill(person.username);
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("status")).toHaveText("Username updated successfully!");
    await expect(page.getByText(`Hello, ${person.username}`)).toBeVisible();

    await side.getByRole("link", { name: "Home" }).click();
    await page.getByRole("link", { name: "Create a memory" }).first().click();
    await expect(creator.needsScript).toBeVisible();
    await page.getByRole("link", { name: "Back" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Dashboard");
    await new DashboardPage(page).signOut();
    await expect(page).toHaveURL(/\/$/);
    await expect(page.getByText(`Hello, ${person.username}`)).toHaveCount(0);
  });
});
