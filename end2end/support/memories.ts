// Memories made through the calls of the creator page, where a test is about what comes
// after. They are pictures: the same hold, photos and capture as a film, in a second.
import { readFile } from "node:fs/promises";
import { type APIRequestContext, expect } from "@playwright/test";
import { FROM_OUR_PAGE } from "./people.ts";
import { MAN, WOMAN } from "./photos.ts";

interface State {
  draft: { key: string };
}

interface Creation {
  id: string;
  status: string;
  credits: number;
  review: { open: boolean } | null;
}

async function call<T>(request: APIRequestContext, path: string, data: object): Promise<T> {
  const answer = await request.post(`/api/${path}`, { headers: FROM_OUR_PAGE, data });
  expect(answer.ok(), await answer.text()).toBe(true);
  return (await answer.json()) as T;
}

/** A conversation that is ready for photos. */
export async function describeMemory(request: APIRequestContext, text: string): Promise<void> {
  await call(request, "creator/converse", { text });
}

export async function addPhotos(request: APIRequestContext, files: string[]): Promise<void> {
  for (const file of files) {
    const answer = await request.post("/api/photos", {
      headers: { ...FROM_OUR_PAGE, "Content-Type": "application/octet-stream" },
      data: await readFile(file),
    });
    expect(answer.ok(), await answer.text()).toBe(true);
  }
}

/** A memory that is being made, and waits with its picture under `review`; answers with its id. */
export async function beginMemory(
  request: APIRequestContext,
  text: string,
  kind: "image" | "video",
  review = false,
): Promise<string> {
  await describeMemory(request, text);
  await addPhotos(request, [WOMAN, MAN]);
  const { draft } = await call<State>(request, "creator/state", {});
  const { id } = await call<Creation>(request, "creation/begin", {
    key: draft.key,
    kind,
    rights_confirmed: true,
    terms_accepted: true,
    review,
  });
  return id;
}

/** The film of a picture that waits for its person; resolves when it is made. */
export async function takePicture(request: APIRequestContext, id: string): Promise<void> {
  const watch = () => call<Creation>(request, "creation/watch", { id });
  await expect.poll(async () => (await watch()).review?.open, { timeout: 30_000 }).toBe(true);
  await call(request, "creation/decide", { id, decision: "film" });
  await expect.poll(async () => (await watch()).status, { timeout: 30_000 }).toBe("finished");
}

/** A finished picture; the next memory begins anew. Answers with the credits left. */
export async function makePicture(request: APIRequestContext, text: string): Promise<number> {
  const id = await beginMemory(request, text, "image");
  const watch = () => call<Creation>(request, "creation/watch", { id });
  await expect.poll(async () => (await watch()).status, { timeout: 30_000 }).toBe("finished");
  const { credits } = await watch();
  await call(request, "creator/start_over", {});
  return credits;
}
