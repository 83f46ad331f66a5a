// The official client calls the functions: a picture, its film, and the files.
import { readFile } from "node:fs/promises";
import { expect, test } from "@playwright/test";
import { createClient } from "@supabase/supabase-js";
import { somebody } from "../support/people.ts";
import { MAN, WOMAN } from "../support/photos.ts";
import { good } from "../support/programs.ts";
import { baseUrl } from "../support/server.ts";

interface Status {
  status: string;
  imageUrl?: string;
  videoUrl?: string;
}

/** A program by the client's own default settings; nothing of it listens for changes. */
function client() {
  return createClient(baseUrl, "anyone", {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { transport: class {} as unknown as typeof WebSocket },
  });
}

const base64 = async (path: string) => (await readFile(path)).toString("base64");

test("functions.invoke makes a picture and its film @once", async () => {
  const supabase = client();
  const { email, password } = somebody();
  good(await supabase.auth.signUp({ email, password }));
  const invoke = async (name: string, body: Record<string, unknown>) => {
    const { data, error, response } = await supabase.functions.invoke(name, { body });
    return { data, error, status: response?.status };
  };
  const settled = async (name: string, task: string): Promise<Status> => {
    let last: Status = { status: "" };
    await expect
      .poll(
        async () => {
          const call = `${name}?taskId=${task}`;
          const { data, error } = await supabase.functions.invoke<Status>(call, { method: "GET" });
          if (error) throw error;
          if (data) last = data;
          return last.status;
        },
        { timeout: 120_000 },
      )
      .toMatch(/SUCCEEDED|FAILED/);
    return last;
  };

  const nothing = await invoke("generate-couple-image", { promptText: "Tea with Nan" });
  expect(nothing.status).toBe(400);
  expect(await nothing.error.context.json()).toEqual({
    error: "Prompt text and two selfies are required.",
  });

  const begun = await invoke("generate-couple-image", {
    promptText: "Tea with Nan in her garden",
    subject1Base64: await base64(WOMAN),
    subject2Base64: await base64(MAN),
    ratio: "1080:1920",
    termsAccepted: true,
  });
  expect(begun).toMatchObject({ status: 202, data: { status: "in progress" } });
  const picture = await settled("check-image-status", begun.data.taskId);
  expect(picture.status).toBe("SUCCEEDED");
  const token = good(await supabase.auth.getSession()).session?.access_token;
  const file = async (address: string | undefined) => {
    const { pathname } = new URL(address ?? "");
    const answer = await fetch(`${baseUrl}${pathname}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    return { type: answer.headers.get("content-type"), bytes: await answer.arrayBuffer() };
  };
  const image = await file(picture.imageUrl);
  expect(image.type).toBe("image/jpeg");
  expect(image.bytes.byteLength).toBeGreaterThan(50_000);

  const film = await invoke("generate-couple-video", {
    imageUrl: picture.imageUrl,
    promptText: "It moves",
    duration: 10,
  });
  expect(film).toMatchObject({ status: 202, data: { status: "in progress" } });
  const made = await settled("check-video-status", film.data.taskId);
  const video = await file(made.videoUrl);
  expect(video.type).toBe("video/mp4");
  expect(video.bytes.byteLength).toBeGreaterThan(200_000);
});
