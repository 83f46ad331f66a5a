/**
 * Lighthouse on every public page, as a phone on a slow line sees it: each page several times,
 * the middle run counts. Run by `cargo xtask lighthouse`, which starts the release server.
 *
 *   CHROMIUM=/path EVERNEAR_URL=http://… node measure.mjs [RUNS] [PATH…]
 *
 * With EVERNEAR_REPORTS=FOLDER every run's whole report is kept there.
 */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { launch } from "chrome-launcher";
import lighthouse from "lighthouse";

const base = process.env.EVERNEAR_URL;
const reports = process.env.EVERNEAR_REPORTS;
const [runs = "5", ...chosen] = process.argv.slice(2);
/** Path, and whether search engines may show it. */
const PAGES = [
  ["/", true],
  ["/about", true],
  ["/careers", true],
  ["/terms", true],
  ["/privacy", true],
  ["/cookies", true],
  ["/pricing", true],
  ["/register", true],
  ["/contact", true],
  ["/success", false],
  ["/auth?mode=signin", false],
  ["/auth?mode=signup", false],
].filter(([path]) => chosen.length === 0 || chosen.includes(path));
const unknown = chosen.filter((path) => !PAGES.some(([listed]) => listed === path));
if (unknown.length > 0) throw new Error(`not among the public pages: ${unknown.join(", ")}`);
const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"];
/** What the points for performance are made of, beside LCP and CLS; shown where they are missed. */
const TIMES = ["first-contentful-paint", "speed-index", "total-blocking-time"];
/** At least this many points; at most so many seconds, and so much shift. */
const LEAST = { performance: 97, accessibility: 100, "best-practices": 100, seo: 100 };
const LCP = 1.8;
const CLS = 0.02;

const asRoot = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
const chrome = await launch({
  chromePath: process.env.CHROMIUM,
  chromeFlags: ["--headless=new", "--disable-gpu", "--disable-background-networking", ...asRoot],
});

async function once(path, run) {
  const { lhr } = await lighthouse(base + path, { port: chrome.port, logLevel: "error" });
  const points = CATEGORIES.map((name) => Math.round((lhr.categories[name].score ?? 0) * 100));
  const faults = Object.values(lhr.audits)
    .filter(({ score, scoreDisplayMode }) => score === 0 && scoreDisplayMode === "binary")
    .map(({ id }) => id);
  if (reports) {
    const name = `${path.replace(/[^a-z]+/g, "-")}-${run}.json`;
    await mkdir(reports, { recursive: true });
    await writeFile(join(reports, name), JSON.stringify(lhr));
  }
  return {
    points,
    times: TIMES.map((id) => `${id} ${lhr.audits[id].displayValue}`),
    lcp: lhr.audits["largest-contentful-paint"].numericValue / 1000,
    cls: lhr.audits["cumulative-layout-shift"].numericValue,
    faults,
  };
}

const middle = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

let missed = 0;
try {
  console.log(`median of ${runs}, mobile: ${CATEGORIES.join(", ")}; LCP; CLS`);
  for (const [path, isListed] of PAGES) {
    const all = [];
    for (let run = 0; run < Number(runs); run += 1) all.push(await once(path, run));
    const points = CATEGORIES.map((_, index) => middle(all.map((one) => one.points[index])));
    const lcp = middle(all.map((one) => one.lcp));
    const cls = middle(all.map((one) => one.cls));
    const kept =
      CATEGORIES.every(
        (name, index) => points[index] >= LEAST[name] || (name === "seo" && !isListed),
      ) &&
      lcp <= LCP &&
      cls <= CLS;
    if (!kept) missed += 1;
    const shown = isListed ? points : [...points.slice(0, 3), "not listed"];
    console.log(
      `${kept ? "✓" : "✗"} ${path}: ${shown.join(", ")}; ${lcp.toFixed(2)} s; ${cls.toFixed(3)}`,
    );
    if (kept) continue;
    for (const { times } of all) console.log(`    ${times.join(", ")}`);
    const faults = new Set(all.flatMap((one) => one.faults));
    if (faults.size > 0) console.log(`    ${[...faults].join(", ")}`);
  }
} finally {
  chrome.kill();
}
if (missed > 0) {
  console.error(`Pages that miss a budget: ${missed}. Was the machine busy?`);
  process.exitCode = 1;
}
