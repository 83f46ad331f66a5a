// The servers that stand for outside parties (server/examples/contract_servers.rs), in a process of their own.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface, type Interface } from "node:readline";

interface Addresses {
  runway: { url: string; key: string };
  chat: { url: string; key: string };
  comfyui: { url: string };
}

/** What they do from now on. */
export interface Orders {
  /** The file of a JPEG that pictures are. */
  picture?: string;
  /** What the chat's model answers to everything. */
  says?: string;
}

export class ContractServers {
  readonly #program: ChildProcess;
  readonly #lines: Interface;
  readonly at: Addresses;

  private constructor(program: ChildProcess, lines: Interface, at: Addresses) {
    this.#program = program;
    this.#lines = lines;
    this.at = at;
  }

  static async start(): Promise<ContractServers> {
    const { CONTRACT_SERVERS } = process.env;
    if (!CONTRACT_SERVERS) throw new Error("CONTRACT_SERVERS names the program of the servers");
    const program = spawn(CONTRACT_SERVERS, [], { stdio: ["pipe", "pipe", "inherit"] });
    const lines = createInterface({ input: program.stdout });
    const [line] = await once(lines, "line");
    return new ContractServers(program, lines, JSON.parse(line));
  }

  async tell(orders: Orders): Promise<void> {
    const answered = once(this.#lines, "line");
    this.#program.stdin?.write(`${JSON.stringify(orders)}\n`);
    await answered;
  }

  /** As a provider that is gone. */
  async kill(): Promise<void> {
    if (this.#program.exitCode !== null || this.#program.signalCode !== null) return;
    const ended = once(this.#program, "exit");
    this.#program.kill("SIGKILL");
    await ended;
  }
}
