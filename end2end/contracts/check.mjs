/**
 * The official clients of Runway and OpenAI, unchanged, against the servers that the stories put in their
 * place: what those clients send must be within the contract as the servers read it, and they must
 * understand every answer.
 *
 *   cargo build -p evernear-server --example contract_servers
 *   CONTRACT_SERVERS=target/debug/examples/contract_servers npm test
 */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import { after, before, test } from "node:test";

import RunwayML, { TaskFailedError } from "@runwayml/sdk";
import OpenAI, { toFile } from "openai";

const photo = (name) => new URL(`../../server/tests/photos/${name}`, import.meta.url);
const WOMAN = photo("woman-long-hair-blue-suit.jpg");
const MAN = photo("man-blue-suit.jpg");

/** Servers that are to refuse nothing, and others that refuse what is wrong. */
const all = {};

before(async () => {
  assert.ok(process.env.CONTRACT_SERVERS, "CONTRACT_SERVERS names the program of the servers");
  for (const name of ["pleased", "strict"]) {
    const stdio = ["pipe", "pipe", name === "pleased" ? "inherit" : "ignore"];
    const program = spawn(process.env.CONTRACT_SERVERS, [], { stdio });
    const lines = createInterface({ input: program.stdout });
    const [line] = await once(lines, "line");
    const tell = async (what) => {
      const answered = once(lines, "line");
      program.stdin.write(`${JSON.stringify(what)}\n`);
      assert.deepEqual(await answered, ["ok"]);
    };
    all[name] = { program, tell, ...JSON.parse(line) };
  }
});

after(async () => {
  for (const [name, { program }] of Object.entries(all)) {
    const ended = once(program, "exit");
    program.stdin.end();
    const [code] = await ended;
    assert.equal(code, name === "pleased" ? 0 : 1, `how the ${name} servers ended`);
  }
});

const runwayAt = ({ runway: { url, key } }, apiKey = key) =>
  new RunwayML({ baseURL: url, apiKey, maxRetries: 0 });

const openaiAt = ({ url, key }, apiKey = key) =>
  new OpenAI({ baseURL: url, apiKey, maxRetries: 0 });

const dataUri = async (file) =>
  `data:image/jpeg;base64,${(await readFile(file)).toString("base64")}`;

/** A file's type, and the four bytes of it that tell its format. */
const fileAt = async (address, from) => {
  const answer = await fetch(address);
  assert.equal(answer.status, 200);
  const bytes = Buffer.from(await answer.arrayBuffer());
  return [answer.headers.get("content-type"), bytes.toString("latin1", from, from + 4)];
};

test("chat: a text, an answer by a schema, the models", async () => {
  const openai = openaiAt(all.pleased.chat);
  const text = await openai.chat.completions.create({
    model: "gpt-4o",
    messages: [
      { role: "system", content: "You plan." },
      { role: "user", content: "Tea with Nan" },
    ],
    max_tokens: 200,
  });
  assert.equal(text.choices[0].finish_reason, "stop");
  assert.match(text.choices[0].message.content, /^1\. To capture/);
  assert.equal(text.choices[0].message.refusal, null);
  assert.equal(text.usage.total_tokens, 120);
  const schema = {
    type: "object",
    properties: { setting: { type: "string" } },
    required: ["setting"],
    additionalProperties: false,
  };
  const story = await openai.chat.completions.create({
    model: "gpt-4o",
    messages: [{ role: "user", content: "Tea with Nan" }],
    response_format: { type: "json_schema", json_schema: { name: "story", strict: true, schema } },
  });
  assert.equal(JSON.parse(story.choices[0].message.content).setting, "kitchen");
  const models = [];
  for await (const model of openai.models.list()) models.push(model.id);
  assert.ok(models.includes("gpt-4o"));
});

test("images: two files become a picture", async () => {
  const openai = openaiAt(all.pleased.images);
  const made = await openai.images.edit({
    model: "gpt-image-2.5-flare",
    image: [
      await toFile(createReadStream(WOMAN), "woman.jpg", { type: "image/jpeg" }),
      await toFile(createReadStream(MAN), "man.jpg", { type: "image/jpeg" }),
    ],
    prompt: "The two of them on a beach",
    size: "1024x1536",
    quality: "high",
    output_format: "jpeg",
    n: 1,
  });
  assert.equal(made.data.length, 1);
  const picture = Buffer.from(made.data[0].b64_json, "base64");
  assert.equal(picture.toString("hex", 0, 3), "ffd8ff");
  assert.equal(made.usage.total_tokens, made.usage.input_tokens + made.usage.output_tokens);
  const models = (await openai.models.list()).data;
  assert.ok(models.some((model) => model.id === "gpt-image-2.5-flare"));
  assert.equal(models.find((model) => model.id === "gpt-image-1").shutdown_date, "2026-05-01");
});

test("images: what is refused is an error that the client knows", async () => {
  const image = await toFile(createReadStream(MAN), "man.jpg", { type: "image/jpeg" });
  const edit = { model: "gpt-image-2.5-flare", image, prompt: "On a beach" };
  const refused = openaiAt(all.strict.images).images.edit({ ...edit, size: "1000x1000" });
  await assert.rejects(refused, (error) => {
    assert.ok(error instanceof OpenAI.BadRequestError);
    assert.deepEqual([error.code, error.param], ["invalid_value", "size"]);
    return true;
  });
  const unknown = openaiAt(all.strict.images, "sk-another").images.edit(edit);
  await assert.rejects(unknown, OpenAI.AuthenticationError);
});

test("runway: photos become a picture, and that a film", { timeout: 120_000 }, async () => {
  const runway = runwayAt(all.pleased);
  const picture = await runway.textToImage.create({
    model: "gen4_image",
    promptText: "@woman and @man on a beach",
    ratio: "720:1280",
    seed: 7,
    referenceImages: [
      { uri: await dataUri(WOMAN), tag: "woman" },
      { uri: await dataUri(MAN), tag: "man" },
    ],
  });
  assert.equal(picture.estimatedCost.credits, 5);
  const made = await runway.tasks.retrieve(picture.id);
  assert.equal(made.status, "SUCCEEDED");
  assert.equal(made.cost.credits, 5);
  assert.deepEqual(await fileAt(made.output[0], 0), ["image/png", "\x89PNG"]);
  const film = await runway.imageToVideo
    .create({
      model: "gen4_turbo",
      promptImage: [{ uri: await dataUri(WOMAN), position: "first" }],
      promptText: "Waves come and go",
      ratio: "720:1280",
      duration: 10,
    })
    .waitForTaskOutput();
  assert.deepEqual(await fileAt(film.output[0], 4), ["video/mp4", "ftyp"]);
  await runway.tasks.delete(film.id);
  await assert.rejects(runway.tasks.retrieve(film.id), RunwayML.NotFoundError);
  const organization = await runway.organization.retrieve();
  assert.ok(organization.creditBalance > 0);
  assert.equal(organization.usage.models.gen4_turbo.dailyGenerations, 1);
});

test("runway: a task waits, runs, and succeeds or fails", async () => {
  const runway = runwayAt(all.pleased);
  const order = { model: "gen4_turbo", promptImage: await dataUri(MAN), ratio: "720:1280" };
  const begin = async (stages, fails) => {
    await all.pleased.tell({ stages, fails });
    return (await runway.imageToVideo.create(order)).id;
  };
  for (const status of ["PENDING", "THROTTLED"]) {
    const id = await begin([{ status }]);
    const task = await runway.tasks.retrieve(id);
    assert.equal(task.status, status);
    assert.equal(task.estimatedCost.credits, 50);
    assert.equal((await runway.tasks.retrieve(id).waitForTaskOutput()).output.length, 1);
  }
  const running = await begin([{ status: "RUNNING", progress: 0.25 }]);
  const { status, progress } = await runway.tasks.retrieve(running);
  assert.deepEqual([status, progress], ["RUNNING", 0.25]);
  const failed = await begin([], "INTERNAL.BAD_OUTPUT.CODE01");
  await assert.rejects(runway.tasks.retrieve(failed).waitForTaskOutput(), (error) => {
    assert.ok(error instanceof TaskFailedError);
    assert.equal(error.taskDetails.failureCode, "INTERNAL.BAD_OUTPUT.CODE01");
    assert.equal(error.taskDetails.cost.credits, 0);
    return true;
  });
  await all.pleased.tell({});
});

test("runway: an uploaded photo is one it knows", async () => {
  const runway = runwayAt(all.pleased);
  const { uri } = await runway.uploads.createEphemeral({ file: createReadStream(MAN) });
  assert.match(uri, /^runway:\/\//);
  const order = { model: "gen4_image_turbo", promptText: "@man at sea", ratio: "720:1280" };
  const picture = await runway.textToImage.create({
    ...order,
    referenceImages: [{ uri, tag: "man" }],
  });
  assert.equal((await runway.tasks.retrieve(picture.id)).status, "SUCCEEDED");
  await runway.tasks.delete(picture.id);
});

test("runway: what is refused is an error that the client knows", async () => {
  const order = { model: "gen4_image", promptText: "A beach", ratio: "720:1281" };
  await assert.rejects(runwayAt(all.strict).textToImage.create(order), (error) => {
    assert.ok(error instanceof RunwayML.BadRequestError);
    assert.deepEqual(error.error.issues[0].path, ["ratio"]);
    return true;
  });
  const unknown = runwayAt(all.strict, "key_other").organization.retrieve();
  await assert.rejects(unknown, RunwayML.AuthenticationError);
});
