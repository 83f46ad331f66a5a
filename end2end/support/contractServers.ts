// The servers that stand for outside parties (server/examples/contract_servers.rs), in a process of their own.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface, type Interface } from "node:readline";

interface Address {
  url: string;
  key: string;
}

/** What becomes of Runway's tasks. */
export interface Tasks {
  /** The code that they end with. */
  fails?: string;
  /** The file of a JPEG that pictures are from now on. */
  picture?: string;
}

export class ContractServers {
  readonly #program: ChildProcess;
  readonly #lines: Interface;
  readonly runway: Address;

  private constructor(program: ChildProcess, lines: Interface, runway: Address) {
    this.#program = program;
    this.#lines = lines;
    this.runway = runway;
  }

  static async start(): Promise<ContractServers> {
    const { CONTRACT_SERVERS } = process.env;
    if (!CONTRACT_SERVERS) throw new Error("CONTRACT_SERVERS names the program of the servers");
    const program = spawn(CONTRACT_SERVERS, [], { stdio: ["pipe", "pipe", "inherit"] });
    const lines = createInterface({ input: program.stdout });
    const [line] = await once(lines, "line");
    return new ContractServers(program, lines, JSON.parse(line).runway);
  }

  async tell(tasks: Tasks): Promise<void> {
    const answered = once(this.#lines, "line");
    this.#program.stdin?.write(`${JSON.stringify(tasks)}\n`);
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
