// Every page of the site at five widths, for eyes.
import { test } from "../support/fixtures.ts";
import { signUp } from "../support/people.ts";
import { ADMINISTRATOR, nameOf, PUBLIC, SIGNED_IN } from "../support/routes.ts";
import { camera } from "../support/screens.ts";

test.use({ contextOptions: { reducedMotion: "reduce" } });

for (const width of [320, 390, 768, 1280, 1920]) {
  test(`@once every page at ${width}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    const shot = camera(page);
    for (const path of [...PUBLIC, ...ADMINISTRATOR, "/style"]) {
      await page.goto(path);
      await shot(nameOf(path));
    }
    await signUp(page.request);
    for (const path of SIGNED_IN) {
      await page.goto(path);
      await shot(nameOf(path));
    }
  });
}
