/**
 * Bundles everything a browser gets: islands, the small page script, styles, fonts, the
 * rules' wasm, the logo, example pictures. Writes hashed files with .br and .gz beside them and
 * manifest.json, which tells the server what they are called and what to preload.
 *
 *   node build.mjs --out DIR [--dev]
 */
import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, dirname, extname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs, promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const style = resolve(here, "../style");
const { values: options } = parseArgs({
  options: {
    out: { type: "string", default: join(here, "../target/assets") },
    dev: { type: "boolean", default: false },
  },
});
const out = resolve(options.out);

const BASE = "/assets/";
const CREATOR_BUDGET = 95 * 1024;
const PAGE_BUDGET = 6 * 1024;
/** Of the administrator's island, beyond what every island shares. */
const ADMIN_BUDGET = 25 * 1024;

await rm(out, { recursive: true, force: true });
await mkdir(out, { recursive: true });

const result = await build({
  absWorkingDir: here,
  entryPoints: {
    islands: "src/mount.ts",
    page: "src/page/index.ts",
    installed: "src/installed.ts",
    serviceWorker: "src/serviceWorker.ts",
    style: join(style, "main.css"),
    site: join(style, "site.css"),
    mark: join(style, "brand/mark.svg"),
    logo: join(style, "brand/logo.svg"),
    favicon: join(style, "brand/favicon.svg"),
  },
  bundle: true,
  splitting: true,
  format: "esm",
  target: ["es2022", "chrome123", "firefox128", "safari17.5"],
  minify: !options.dev,
  sourcemap: options.dev ? "linked" : false,
  define: { "process.env.NODE_ENV": options.dev ? '"development"' : '"production"' },
  jsx: "automatic",
  nodePaths: [join(here, "node_modules")],
  alias: { "rules-address": "./src/generated/rules_bg.wasm" },
  loader: { ".woff2": "file", ".wasm": "file", ".svg": "dataurl" },
  plugins: [{ name: "brand files stay files", setup: keepBrandFiles }],
  outdir: out,
  publicPath: BASE,
  entryNames: "[name]-[hash]",
  chunkNames: "[name]-[hash]",
  assetNames: "[name]-[hash]",
  legalComments: "none",
  metafile: true,
});

/** Icons are small and go into the stylesheet; the logo is shown by pages. */
function keepBrandFiles({ onLoad }) {
  onLoad({ filter: /brand[\\/].*\.svg$/ }, async ({ path }) => ({
    contents: await readFile(path),
    loader: "copy",
  }));
}

/** Outputs by their path inside `out`, with what they import. */
const outputs = new Map(
  Object.entries(result.metafile.outputs).map(([path, output]) => [
    relative(out, resolve(here, path)),
    output,
  ]),
);
const url = (name) => BASE + name;
const nameOf = (imported) => relative(out, resolve(here, imported.path));

function entry(source) {
  for (const [name, output] of outputs) {
    if (output.entryPoint && resolve(here, output.entryPoint) === resolve(here, source))
      return name;
  }
  throw new Error(`No output for ${source}`);
}

/** The same of a script that imports nothing. */
function alone(source) {
  const name = entry(source);
  if (outputs.get(name).imports.length > 0) throw new Error(`${source} imports something`);
  return name;
}

/** What a script needs before it can run, without what it may load later. */
function needs(name, seen = new Set()) {
  if (seen.has(name)) return seen;
  seen.add(name);
  for (const imported of outputs.get(name)?.imports ?? []) {
    if (!imported.external && imported.kind !== "dynamic-import") needs(nameOf(imported), seen);
  }
  return seen;
}

const copied = (start, ending) =>
  [...outputs.keys()].find((name) => name.startsWith(`${start}-`) && name.endsWith(ending));

const islands = entry("src/mount.ts");
const wasm = copied("rules_bg", ".wasm");
const stylesheet = copied("style", ".css");
const siteStylesheet = copied("site", ".css");
/** Scripts that these need, without what is there already. */
const scripts = (there, ...sources) =>
  sources
    .flatMap((source) => [...needs(entry(source))])
    .filter((name, at, all) => name.endsWith(".js") && all.indexOf(name) === at)
    .filter((name) => !there.includes(name));
const page = scripts([], "src/page/index.ts");
const creator = scripts(page, "src/mount.ts", "src/creator/index.tsx");
const admin = scripts(page, "src/mount.ts", "src/admin/index.tsx");
const fonts = [...outputs.keys()].filter((name) => extname(name) === ".woff2");

/** Writes a file under a name that carries its content's hash. */
async function hashed(name, ending, bytes) {
  const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 8).toUpperCase();
  await writeFile(join(out, `${name}-${hash}${ending}`), bytes);
  return url(`${name}-${hash}${ending}`);
}

/** Pictures and films are ready as they are (`cargo xtask pictures`); only their names change. */
async function ready(folder, endings) {
  const addresses = {};
  for (const file of (await readdir(join(style, folder))).sort()) {
    const ending = extname(file);
    if (!endings.includes(ending)) continue;
    const bytes = await readFile(join(style, folder, file));
    addresses[file] = await hashed(basename(file, ending), ending, bytes);
  }
  return addresses;
}

/** The stylesheets with states as classes, so that /style can show them all at once. */
async function states() {
  const sheets = [stylesheet, siteStylesheet].map((name) => readFile(join(out, name), "utf8"));
  const css = (await Promise.all(sheets)).join("");
  // Not where a media query asks for one: `(forced-colors:active)`.
  const state = /(?<!\([-\w]+):(hover|active|focus)(?:-visible)?(?![-\w])/g;
  const shown = css.replace(state, ".state-$1");
  return hashed("states", ".css", Buffer.from(shown));
}

const manifest = {
  islands: url(islands),
  page: url(entry("src/page/index.ts")),
  installed: url(entry("src/installed.ts")),
  serviceWorker: url(alone("src/serviceWorker.ts")),
  style: url(stylesheet),
  siteStyle: url(siteStylesheet),
  states: await states(),
  // A script is asked for by its own element; what it imports, by these.
  preload: {
    page: page.slice(1).map(url),
    creator: [...creator.slice(1).map(url), url(wasm)],
    admin: admin.slice(1).map(url),
  },
  fonts: fonts.map(url),
  mark: url(copied("mark", ".svg")),
  logo: url(copied("logo", ".svg")),
  favicon: url(copied("favicon", ".svg")),
  icons: await ready("brand", [".png", ".ico"]),
  pictures: await ready("pictures", [".jpg", ".avif", ".webp", ".mp4", ".vtt"]),
};
await writeFile(join(out, "manifest.json"), `${JSON.stringify(manifest, null, 2)}\n`);

const squeeze = {
  br: (bytes) =>
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  gz: (bytes) => promisify(gzip)(bytes, { level: 9 }),
};

const squeezed = new Map();
for (const name of await readdir(out)) {
  if (![".js", ".css", ".wasm", ".svg"].includes(extname(name))) continue;
  const bytes = await readFile(join(out, name));
  const [br, gz] = await Promise.all([squeeze.br(bytes), squeeze.gz(bytes)]);
  await Promise.all([
    writeFile(join(out, `${name}.br`), br),
    writeFile(join(out, `${name}.gz`), gz),
  ]);
  squeezed.set(name, br.length);
}

const kilobytes = (bytes) => `${(bytes / 1024).toFixed(1)} KB`;
const together = (names) => names.reduce((sum, name) => sum + squeezed.get(name), 0);
const creatorNeeds = [...page, ...creator, wasm, stylesheet];
const creatorSize = together(creatorNeeds);
const pageSize = together(page);
for (const name of creatorNeeds)
  console.log(`  ${kilobytes(squeezed.get(name)).padStart(8)}  ${name}`);
console.log(
  `creator page: ${kilobytes(creatorSize)} brotli of at most ${kilobytes(CREATOR_BUDGET)}`,
);
const adminSize = together(admin.filter((name) => !creator.includes(name)));
console.log(`admin island: ${kilobytes(adminSize)} brotli of at most ${kilobytes(ADMIN_BUDGET)}`);
console.log(`page script: ${kilobytes(pageSize)} brotli of at most ${kilobytes(PAGE_BUDGET)}`);
const over = creatorSize > CREATOR_BUDGET || pageSize > PAGE_BUDGET || adminSize > ADMIN_BUDGET;
if (!options.dev && over) {
  console.error("Over the budget.");
  process.exitCode = 1;
}
