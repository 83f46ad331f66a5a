// A server of its own beside the one under test, configured in another way.
import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test as base } from "./fixtures.ts";
import { freePort } from "./ports.ts";
import { binary } from "./server.ts";

export interface OwnServer {
  base: string;
  /** Where it writes its mails. */
  mails: string;
  /** Of this start. */
  adminPassword: string;
  stop: () => Promise<void>;
}

/** One whose beta is closed. */
export const closedServer = () => ownServer({ EVERNEAR_BETA_GATE: "approved" });

/** Starts it and waits until it says how its gate opens: then it listens. */
export async function ownServer(configuration: Record<string, string>): Promise<OwnServer> {
  const folder = await mkdtemp(join(tmpdir(), "evernear-own-"));
  const listen = `127.0.0.1:${await freePort()}`;
  const server = spawn(binary, ["serve"], {
    env: {
      ...process.env,
      EVERNEAR_LISTEN: listen,
      EVERNEAR_PUBLIC_URL: `http://${listen}`,
      EVERNEAR_DATA_DIR: folder,
      // They would slow down the tests that come next.
      EVERNEAR_LARGE_PICTURES: "no",
      ...configuration,
      EVERNEAR_AUTH_ORIGINS: `http://${listen}`,
      // Everybody in these tests is one client.
      EVERNEAR_LIMIT_FACTOR: "100",
    },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const adminPassword = await new Promise<string>((resolve, reject) => {
    let said = "";
    server.stdout.on("data", (chunk: Buffer) => {
      said += chunk.toString();
      const found = /the admin password is (\S+)/.exec(said)?.[1];
      if (found) resolve(found);
    });
    server.once("exit", () => reject(new Error(`it ended: ${said}`)));
  });
  const stop = async () => {
    const ended = new Promise((resolve) => server.once("exit", resolve));
    server.kill("SIGTERM");
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  return { base: `http://${listen}`, mails: join(folder, "mails"), adminPassword, stop };
}

interface Own {
  /** Its environment variables. */
  configuration: Record<string, string>;
  server: OwnServer;
}

/** The tests' `test`, on a server of the file's own: `use({ configuration })` says which. */
export const test = base.extend<object, Own>({
  configuration: [{}, { option: true, scope: "worker" }],
  server: [
    async ({ configuration }, use) => {
      const server = await ownServer(configuration);
      await use(server);
      await server.stop();
    },
    { scope: "worker" },
  ],
  baseURL: async ({ server }, use) => use(server.base),
});
