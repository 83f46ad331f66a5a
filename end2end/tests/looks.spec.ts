// What people have asked their system for: forced colours, less motion. And the type that the
// design language fixes.
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium as browsers } from "@playwright/test";
import { AdminPage } from "../pages/AdminPage.ts";
import { CreatorPage } from "../pages/CreatorPage.ts";
import { expect, test } from "../support/fixtures.ts";
import { addPhotos, describeMemory } from "../support/memories.ts";
import { closedServer } from "../support/own.ts";
import { signUp } from "../support/people.ts";
import { MAN, WOMAN } from "../support/photos.ts";
import { PUBLIC, SIGNED_IN } from "../support/routes.ts";
import { baseUrl } from "../support/server.ts";

test("@once large headings are set as one, on every page", async ({ page }) => {
  const odd = () =>
    page.locator("h1, h2, h3, .display, .plan-price b").evaluateAll((headings) =>
      headings
        .filter((heading) => heading.checkVisibility())
        .map((heading) => ({ heading, style: getComputedStyle(heading) }))
        .filter(({ style }) => Number.parseFloat(style.fontSize) > 32.9)
        .map(({ heading, style }) => {
          const size = Number.parseFloat(style.fontSize);
          const lines = Number.parseFloat(style.lineHeight) / size;
          const letters = Number.parseFloat(style.letterSpacing) / size;
          const right = Math.abs(lines - 1.08) < 0.005 && Math.abs(letters + 0.015) < 0.001;
          return right ? "" : `${heading.textContent}: ${lines}, ${letters}`;
        })
        .filter(Boolean),
    );
  let seen = 0;
  const look = async (path: string) => {
    await page.goto(path);
    expect.soft(await odd(), path).toEqual([]);
    seen += await page.locator("h1").count();
  };
  for (const path of [...PUBLIC, "/style"]) await look(path);
  await signUp(page.request);
  for (const path of SIGNED_IN) await look(path);
  expect(seen).toBeGreaterThan(PUBLIC.length);
});

test("@once text of twice the size is whole, on a phone and at a desk", async ({ page }, {
  project,
}) => {
  // Some sixty pages, in a browser whose person has chosen larger text.
  test.setTimeout(240_000);
  await signUp(page.request);
  await describeMemory(page.request, "Walking along the beach at sunset with Gran");
  await addPhotos(page.request, [WOMAN, MAN]);
  const { cookies } = await page.context().storageState();
  for (const width of [390, 1280]) {
    const folder = await mkdtemp(join(tmpdir(), "evernear-large-text-"));
    await mkdir(join(folder, "Default"));
    const preferences = { webkit: { webprefs: { default_font_size: 32 } } };
    await writeFile(join(folder, "Default/Preferences"), JSON.stringify(preferences));
    const launched = {
      ...project.use.launchOptions,
      viewport: { width, height: 844 },
      baseURL: baseUrl,
    };
    const context = await browsers.launchPersistentContext(folder, launched);
    const large = await context.newPage();
    const look = async (path: string) => {
      await large.goto(path);
      await judge(path);
    };
    const judge = async (screen: string) => {
      const seen = await large.evaluate(() => {
        const root = document.documentElement;
        const cut = [...document.querySelectorAll("body *")].filter(
          (one) =>
            one.children.length === 0 &&
            one.textContent?.trim() &&
            one.checkVisibility() &&
            !one.closest(".sr-only, .top > .brand") &&
            getComputedStyle(one).overflowX !== "visible" &&
            one.scrollWidth > one.clientWidth + 1,
        );
        return {
          size: getComputedStyle(root).fontSize,
          sideways: root.scrollWidth - root.clientWidth,
          cut: cut.map((one) => one.textContent),
        };
      });
      expect.soft(seen, `${screen} at ${width}`).toEqual({ size: "34px", sideways: 0, cut: [] });
    };
    for (const path of PUBLIC) await look(path);
    await context.addCookies(cookies);
    for (const path of SIGNED_IN) await look(path);
    const creator = new CreatorPage(large);
    await creator.open();
    await creator.seePhotos(2);
    await judge("the photos");
    await context.close();
    await rm(folder, { recursive: true, force: true });
  }
});

test.describe("@once in forced colours", () => {
  test.use({ contextOptions: { forcedColors: "active", reducedMotion: "reduce" } });

  test("what can be pressed or filled in keeps its edge, and icons are drawn", async ({ page }) => {
    await signUp(page.request);
    for (const path of ["/", "/pricing", "/register", "/contact", "/profile", "/style"]) {
      await page.goto(path);
      const parts =
        ".button:not(.button-plain), input:is(:not([type]), [type=email]), textarea, select";
      const flat = await page.locator(`main :is(${parts})`).evaluateAll((all) =>
        all
          .filter((one) => one.checkVisibility() && !one.closest(".composer-box"))
          .filter((one) => {
            const { borderTopStyle, borderTopWidth, borderTopColor } = getComputedStyle(one);
            const behind = getComputedStyle(document.body).backgroundColor;
            return (
              borderTopStyle === "none" || borderTopWidth === "0px" || borderTopColor === behind
            );
          })
          .map((one) => one.outerHTML),
      );
      expect.soft(flat, `${path}: without an edge`).toEqual([]);
      const blank = await page.locator(".icon").evaluateAll((icons) =>
        icons
          .filter((icon) => icon.checkVisibility())
          .filter((icon) => {
            const { backgroundColor } = getComputedStyle(icon);
            const behind = getComputedStyle(document.body).backgroundColor;
            return backgroundColor === behind || backgroundColor === "rgba(0, 0, 0, 0)";
          })
          .map((icon) => icon.className),
      );
      expect.soft(blank, `${path}: icons that vanish`).toEqual([]);
    }
    // The plan that somebody has, and the choice that is made, are told by their edges.
    await page.goto("/style");
    const edge = (part: string) =>
      page
        .locator(part)
        .first()
        .evaluate((one) => getComputedStyle(one).borderTopWidth);
    expect(await edge(".plan-current")).not.toBe(await edge(".plan:not(.plan-current)"));
    expect(await edge("input:checked + .choice-body")).not.toBe(
      await edge("input:not(:checked) + .choice-body"),
    );
    expect(await page.locator(".logo").first().evaluate(background)).not.toBe("rgba(0, 0, 0, 0)");
  });

  test("the administrator sees which tab is open", async ({ page }) => {
    const server = await closedServer();
    try {
      const admin = new AdminPage(page);
      await admin.open(`${server.base}/admin/waitlist`);
      await admin.unlock(server.adminPassword);
      const open = page.getByRole("button", { name: "Applications", exact: true });
      const other = page.getByRole("button", { name: "Messages", exact: true });
      await expect(open).toHaveAttribute("aria-pressed", "true");
      const seen = await open.evaluate(background);
      expect(seen).not.toBe(await other.evaluate(background));
      await other.click();
      await expect(other).toHaveAttribute("aria-pressed", "true");
      expect(await other.evaluate(background)).toBe(seen);
    } finally {
      await server.stop();
    }
  });
});

const background = (one: Element) => getComputedStyle(one).backgroundColor;

test.describe("@once where motion is unwelcome", () => {
  test.use({ contextOptions: { reducedMotion: "reduce" } });

  test("nothing moves, what fades is quick, and no film begins by itself", async ({ page }) => {
    await signUp(page.request);
    for (const path of ["/", "/pricing", "/dashboard", "/ai-creator", "/style"]) {
      await page.goto(path);
      const animations = await page.evaluate(() =>
        document.getAnimations().map((animation) => {
          const effect = animation.effect as KeyframeEffect;
          const names = effect.getKeyframes().flatMap((frame) => Object.keys(frame));
          const given = ["offset", "easing", "composite", "computedOffset"];
          return {
            name: (animation as CSSAnimation).animationName,
            properties: [...new Set(names)].filter((name) => !given.includes(name)),
            milliseconds: Number(effect.getComputedTiming().duration),
          };
        }),
      );
      for (const { name, properties, milliseconds } of animations) {
        expect.soft(properties, `${path}: ${name}`).toEqual(["opacity"]);
        // What waits pulses, slowly; everything else is over at once.
        if (name !== "pulse")
          expect.soft(milliseconds, `${path}: ${name}`).toBeLessThanOrEqual(120);
      }
      if (path === "/style") expect(animations.length, "skeletons pulse").toBeGreaterThan(0);
      // Found and read in one call: an element that the page takes away in between has no style, nor has a track.
      const moving = await page.evaluate(() =>
        [...document.querySelectorAll("*")]
          .filter((one) => !["none", ""].includes(getComputedStyle(one).transitionProperty))
          .map((one) => one.className),
      );
      expect.soft(moving, `${path}: what has a transition`).toEqual([]);
      expect(await page.locator("video[autoplay]").count(), path).toBe(0);
    }
  });
});
