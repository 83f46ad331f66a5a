// After the last test: the server's data folder goes.
import { rmSync } from "node:fs";
import { dataDir } from "./server.ts";

export default function tidy(): void {
  rmSync(dataDir, { recursive: true, force: true });
}
