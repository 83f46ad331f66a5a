// Ports of this machine.

import type { AddressInfo } from "node:net";
import { createServer, type Server } from "node:net";

/** Listens on a port of its own, and says which. */
export async function opened(server: Server): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  return (server.address() as AddressInfo).port;
}

/** One that nobody listens on. */
export async function freePort(): Promise<number> {
  const probe = createServer();
  const port = await opened(probe);
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
