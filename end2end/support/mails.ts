// Mails as people get them: the server under test writes them into its data folder.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { dataDir } from "./server.ts";

export interface Letter {
  text: string;
  /** The link in it; empty when there is none. */
  link: string;
  /** Six digits; empty when there are none. */
  code: string;
}

async function find(to: string, about: string, folder: string): Promise<Letter[]> {
  const files = await readdir(folder).catch(() => []);
  const letters: Letter[] = [];
  // Names sort by age.
  for (const file of files.filter((name) => name.endsWith(".txt")).sort()) {
    const text = await readFile(join(folder, file), "utf8");
    const [to_line, subject] = text.split("\n");
    if (to_line !== `To: ${to.toLowerCase()}` || !subject?.includes(about)) continue;
    const link = /^https?:\/\/\S+token=\S+$/m.exec(text)?.[0] ?? "";
    const code = /\b\d{6}\b/.exec(text.replaceAll(/https?:\S+/g, ""))?.[0] ?? "";
    letters.push({ text, link, code });
  }
  return letters;
}

/** The newest of at least so many mails with these words in their subject. */
export async function letter(
  to: string,
  about: string,
  count = 1,
  folder = join(dataDir, "mails"),
): Promise<Letter> {
  const found = () => find(to, about, folder);
  await expect.poll(async () => (await found()).length).toBeGreaterThanOrEqual(count);
  const newest = (await found()).at(-1);
  if (!newest) throw new Error(`no mail about ${about}`);
  return newest;
}
