import { defineConfig, devices } from "@playwright/test";
import { baseUrl, binary, chromium, dataDir, listen } from "./support/server.ts";

// Chromium's sandbox does not work for root; everything else keeps it from the network.
const asRoot = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
const alone = [
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export default defineConfig({
  testDir: "tests",
  outputDir: "results/artifacts",
  reporter: [["list"], ["json", { outputFile: "results/report.json" }]],
  globalTeardown: "./support/tidy.ts",
  forbidOnly: true,
  // A second try shows whether the test or the moment was bad; `cargo xtask test` allows few of them.
  retries: 1,
  // One server and two cores: tests in turn are faster than tests that wait for each other.
  workers: 1,
  // A film of a loaded machine takes a minute: what is slow has not failed.
  timeout: 180_000,
  expect: { timeout: 10_000 },
  use: {
    baseURL: baseUrl,
    // Tests that hold requests back see none that a service worker answers; those of the worker allow it.
    serviceWorkers: "block",
    launchOptions: { executablePath: chromium, args: [...asRoot, ...alone] },
    // No trace, which takes a twentieth of the time: `--trace on` brings one of a test that fails.
    trace: "off",
    screenshot: "only-on-failure",
  },
  projects: [
    // One in each theme.
    { name: "desktop", use: { viewport: { width: 1280, height: 900 }, colorScheme: "dark" } },
    {
      name: "phone",
      // What the size of the screen cannot change is proven once, on the desktop.
      grepInvert: /@once/,
      testIgnore: /(another-account|credits|hidden|survives)\.spec\.ts$/,
      use: {
        viewport: { width: 390, height: 844 },
        colorScheme: "light",
        deviceScaleFactor: 2,
        hasTouch: true,
        isMobile: true,
        userAgent: devices["Pixel 7"].userAgent,
      },
    },
  ],
  webServer: {
    command: `"${binary}" serve`,
    url: baseUrl,
    env: {
      EVERNEAR_LISTEN: listen,
      EVERNEAR_DATA_DIR: dataDir,
      EVERNEAR_PUBLIC_URL: baseUrl,
      // Programs may make accounts.
      EVERNEAR_AUTH_ORIGINS: baseUrl,
      // Everybody in these tests is one client.
      EVERNEAR_LIMIT_FACTOR: "100",
      // They would slow down the tests that come next.
      EVERNEAR_LARGE_PICTURES: "no",
    },
    gracefulShutdown: { signal: "SIGTERM", timeout: 10_000 },
    stdout: "ignore",
    stderr: "pipe",
    timeout: 30_000,
  },
});
