// `npm run screenshots`: a picture of every screen of the way at both sizes, for eyes. Not
// a test: nothing is judged here.
import { defineConfig } from "@playwright/test";
import tests from "./playwright.config.ts";

export default defineConfig({
  ...tests,
  testDir: "screens",
  testMatch: "*.screens.ts",
  reporter: "list",
  timeout: 180_000,
});
