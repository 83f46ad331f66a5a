import { accessTour } from "../support/access-tour.ts";
import { test } from "../support/fixtures.ts";
import { camera } from "../support/screens.ts";

test("getting in, staying in and leaving", async ({ page, auth }) => {
  await accessTour(page, auth, camera(page));
});
