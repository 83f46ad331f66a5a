// The server under test: the built binary on a free port with a data folder of its own.
// Worked out once; Playwright's workers load this file again and find the same answers in
// the environment they inherit.
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "./ports.ts";

function required(name: string): string {
  const value = process.env[name];
  if (!value)
    throw new Error(`${name} is not set: run these tests with \`cargo xtask test end2end\``);
  return value;
}

process.env.EVERNEAR_LISTEN ??= `127.0.0.1:${await freePort()}`;
process.env.EVERNEAR_DATA_DIR ??= join(tmpdir(), `evernear-end2end-${process.pid}`);

/** The built server. */
export const binary = required("EVERNEAR_BINARY");
/** A real Chromium. */
export const chromium = required("CHROMIUM");
/** Host and port. */
export const listen = required("EVERNEAR_LISTEN");
/** Where the server keeps everything, mails included; it makes the folder itself. */
export const dataDir = required("EVERNEAR_DATA_DIR");
export const baseUrl = `http://${listen}`;
