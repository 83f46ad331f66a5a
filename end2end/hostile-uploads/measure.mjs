/**
 * Two hundred hostile uploads at once, each from an account and an address of its own; then a
 * thousand long requests that are not finished: how much memory the server and its decoders take at
 * most, and how long ordinary photos take meanwhile.
 *
 *   cargo run -p evernear-renderer --example fuzz_photos -- write FOLDER
 *   EVERNEAR_BINARY=/path node measure.mjs FOLDER [FILES THAT HAVE TO BE TAKEN…]
 */
import { spawn } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

const HOSTILE = 200;
const UNFINISHED = 1_000;
const MOST_MB = 400;
const MOST_MS = 5_000;
const PHOTO = new URL("../../server/tests/photos/older-woman.heic", import.meta.url);

const probe = createServer();
await new Promise((resolve) => probe.listen(0, "127.0.0.1", resolve));
const listen = `127.0.0.1:${probe.address().port}`;
await new Promise((resolve) => probe.close(resolve));
const base = `http://${listen}`;

const folder = await mkdtemp(join(tmpdir(), "evernear-uploads-"));
const server = spawn(process.env.EVERNEAR_BINARY, ["serve"], {
  env: {
    ...process.env,
    EVERNEAR_LISTEN: listen,
    EVERNEAR_PUBLIC_URL: base,
    EVERNEAR_DATA_DIR: folder,
    EVERNEAR_TRUSTED_PROXIES: "127.0.0.1",
    EVERNEAR_LIMIT_FACTOR: "100",
    EVERNEAR_ARGON2: "m=8,t=1,p=1",
    RUST_LOG: "error",
  },
  stdio: ["ignore", "pipe", "inherit"],
});
await new Promise((resolve) => server.stdout.once("data", resolve));

const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

async function member(number) {
  const from = `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`;
  const form = new URLSearchParams({
    email: `person${number}@example${number}.org`,
    password: "a long password",
    terms: "yes",
  });
  const headers = { origin: base, "x-forwarded-for": from };
  const answer = await fetch(`${base}/auth?mode=signup`, {
    method: "POST",
    headers,
    body: form,
    redirect: "manual",
  });
  if (answer.status !== 303) throw new Error(`signing up answers ${answer.status}`);
  const cookie = answer.headers.getSetCookie().map((cookie) => cookie.split(";")[0]);
  return { ...headers, cookie: cookie.join("; ") };
}

/** As the page does: it sends again where the server says when. */
async function upload(headers, body) {
  for (;;) {
    const answer = await fetch(`${base}/api/photos`, { method: "POST", headers, body });
    const again = answer.headers.get("retry-after");
    const said = await answer.text();
    if (!again) return { status: answer.status, said };
    await wait(Number(again) * 1000);
  }
}

/** Resident memory of the server and its children in MB, and the part that is theirs alone. */
async function memory() {
  const children = await readFile(`/proc/${server.pid}/task/${server.pid}/children`, "utf8");
  const tasks = await readdir(`/proc/${server.pid}/task`);
  const ids = new Set([String(server.pid), ...children.trim().split(/\s+/)]);
  for (const task of tasks) {
    const path = `/proc/${server.pid}/task/${task}/children`;
    const more = await readFile(path, "utf8").catch(() => "");
    for (const id of more.trim().split(/\s+/)) ids.add(id);
  }
  let sum = 0;
  for (const id of ids) {
    const status = id ? await readFile(`/proc/${id}/status`, "utf8").catch(() => "") : "";
    sum += Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
  }
  return sum;
}

/** Connections that send a part of a long request and then nothing. */
async function unfinished(count) {
  const body = Buffer.alloc(900_000, " ");
  const sockets = Array.from({ length: count }, (_, index) => {
    const socket = connect(new URL(base).port, "127.0.0.1");
    socket.on("error", () => {});
    const from = `10.1.${index >> 8}.${index & 255}`;
    socket.write(
      `POST /auth/v1/signup HTTP/1.1\r\nhost: ${listen}\r\ncontent-length: 1000000\r\nx-forwarded-for: ${from}\r\n\r\n`,
    );
    socket.write(body);
    return socket;
  });
  await wait(3_000);
  return () => {
    for (const socket of sockets) socket.destroy();
  };
}

let peak = 0;
let measuring = true;
const watch = (async () => {
  while (measuring) {
    peak = Math.max(peak, await memory());
    await wait(10);
  }
})();

let missed = 0;
try {
  const [from, ...taken] = process.argv.slice(2);
  const names = (await readdir(from)).sort();
  const files = await Promise.all(names.map((name) => readFile(join(from, name))));
  const members = [];
  for (let number = 1; number <= HOSTILE; number += 1) members.push(await member(number));
  const honest = await member(HOSTILE + 1);
  const photo = await readFile(PHOTO);
  console.log(`before: ${(await memory()).toFixed(0)} MB`);

  const outcomes = new Map();
  let open = HOSTILE;
  const attack = members.map(async (headers, index) => {
    const name = names[index % names.length];
    const answer = await fetch(`${base}/api/photos`, {
      method: "POST",
      headers,
      body: files[index % files.length],
    })
      .then(async (answer) => {
        await answer.text();
        return answer.status;
      })
      .catch((error) => error.cause?.code ?? error.message);
    const outcome = `${name} ${answer}`;
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    open -= 1;
  });
  await wait(300);
  const times = [];
  for (let photos = 0; photos < 3; photos += 1) {
    const begun = performance.now();
    const { status, said } = await upload(honest, photo);
    times.push(performance.now() - begun);
    if (status !== 200) throw new Error(`an ordinary photo: ${status} ${said}`);
    console.log(`ordinary photo: ${times.at(-1).toFixed(0)} ms, ${open} hostile ones open`);
  }
  await Promise.all(attack);
  for (const outcome of [...outcomes].sort()) console.log(outcome.join(": "));
  console.log(`at most ${peak.toFixed(0)} MB of ${MOST_MB}`);
  if (peak > MOST_MB || Math.max(...times) > MOST_MS) missed += 1;

  peak = 0;
  const release = await unfinished(UNFINISHED);
  const begun = performance.now();
  const { status, said } = await upload(members.at(-1), photo);
  const took = performance.now() - begun;
  release();
  if (status !== 200) throw new Error(`an ordinary photo: ${status} ${said}`);
  console.log(`${UNFINISHED} unfinished requests: photo in ${took.toFixed(0)} ms`);
  console.log(`at most ${peak.toFixed(0)} MB of ${MOST_MB}`);
  if (took > MOST_MS || peak > MOST_MB) missed += 1;

  for (const [index, path] of taken.entries()) {
    peak = 0;
    const begun = performance.now();
    const { status, said } = await upload(members[index], await readFile(path));
    const took = (performance.now() - begun).toFixed(0);
    console.log(`${path}: ${status}, ${took} ms, at most ${peak.toFixed(0)} MB`);
    if (status !== 200) {
      console.log(said);
      missed += 1;
    }
  }
} finally {
  measuring = false;
  await watch.catch(() => {});
  server.kill();
  await new Promise((resolve) => server.once("exit", resolve));
  await rm(folder, { recursive: true, force: true });
}
process.exitCode = missed ? 1 : 0;
