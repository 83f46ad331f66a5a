import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { Creator } from "../src/creator/Creator";
import { beginAt, endAt } from "../src/creator/upload/recording/trim";
import type { CreatorProps, DraftView, RecordingView } from "../src/generated/wire";
import { creation, draft, photo, props, recording, state } from "./support/makers";
import { fakeServer, fakeUploads, Refusal } from "./support/server";

const LIMITS = { bytes: 10 * 1024 * 1024, seconds: 180, shortest: 500, longest: 10_000 };

const rights = (name: RegExp) => screen.getByRole("checkbox", { name }) as HTMLInputElement;
const PHOTOS = /^I have the right to use these photos, or permission from those who do\.$/;
const BOTH =
  /^I have the right to use these photos and this recording, or permission from those who do\.$/;

function opened(change: Partial<DraftView> = {}, page: Partial<CreatorProps> = {}) {
  const photos = [photo("a", { who: "you" }), photo("b", { who: "loved_one" })];
  const of = draft({ photos, rights_confirmed: true, ...change });
  render(<Creator {...props({ state: state({ draft: of }), ...page })} />);
}

const chooser = async () => (await screen.findByLabelText("Recording")) as HTMLInputElement;

async function choose(bytes = 10) {
  const file = new File([new Uint8Array(bytes)], "voicemail.m4a", { type: "audio/mp4" });
  const input = await chooser();
  await act(async () => {
    fireEvent.change(input, { target: { files: [file] } });
  });
  return file;
}

const slider = (name: string) => screen.getByRole("slider", { name }) as HTMLInputElement;

function slide(name: string, to: number) {
  fireEvent.change(slider(name), { target: { value: String(to) } });
}

beforeEach(() => {
  fakeServer({
    "creator/trim_recording": () => draft(),
    "creator/remove_recording": () => draft(),
    "creator/remember": () => draft(),
  });
});

describe("the part of a recording", () => {
  const trim = { start: 2_000, length: 4_000 };

  it("keeps its other end where it can", () => {
    expect(beginAt(3_000, trim, 30_000, LIMITS)).toEqual({ start: 3_000, length: 3_000 });
    expect(endAt(8_000, trim, 30_000, LIMITS)).toEqual({ start: 2_000, length: 6_000 });
  });

  it("is half a second to ten seconds long, within the recording", () => {
    expect(beginAt(29_900, trim, 30_000, LIMITS)).toEqual({ start: 29_500, length: 500 });
    expect(beginAt(7_000, trim, 30_000, LIMITS)).toEqual({ start: 7_000, length: 500 });
    expect(endAt(20_000, trim, 30_000, LIMITS)).toEqual({ start: 10_000, length: 10_000 });
    expect(endAt(0, trim, 30_000, LIMITS)).toEqual({ start: 0, length: 500 });
    expect(beginAt(0, { start: 0, length: 700 }, 700, LIMITS)).toEqual({ start: 0, length: 700 });
  });
});

describe("a recording", () => {
  it("is optional, and says what becomes of it", async () => {
    opened();
    expect(await screen.findByRole("button", { name: "Add a recording" })).toBeTruthy();
    const words = screen.getByRole("region", { name: "A recording of their voice" }).textContent;
    for (const said of ["music", "never cloned", "made by our own camera", "deleted with your"])
      expect(words).toContain(said);
    expect(rights(PHOTOS).checked).toBe(true);
  });

  it("is sent as it is, shown, and confirmed anew", async () => {
    const sent = fakeUploads();
    opened();
    const file = await choose();
    expect(sent[0]?.address).toBe("/api/recordings");
    expect(sent[0]?.body).toBe(file);
    await act(async () => sent[0]?.answer(200, recording()));
    expect(screen.getByText("10.0 seconds of 30.0 seconds are heard")).toBeTruthy();
    expect(document.querySelector(".waveform path")?.getAttribute("d")).toContain("M0.5");
    expect(rights(BOTH).checked).toBe(false);
  });

  it("that is too large is not sent, and one that is refused says why", async () => {
    const sent = fakeUploads();
    opened();
    await choose(LIMITS.bytes + 1);
    expect(screen.getByRole("alert").textContent).toBe("Only recordings under 10MB are allowed.");
    expect(sent).toEqual([]);
    await choose();
    const problem = { code: "too_large", message: "This recording is too long.", credits: null };
    await act(async () => sent[0]?.answer(413, problem));
    expect(screen.getByRole("alert").textContent).toBe(problem.message);
    expect(screen.getByRole("button", { name: "Add a recording" })).toBeTruthy();
  });

  it("on its way can be stopped", async () => {
    const sent = fakeUploads();
    opened();
    await choose();
    await userEvent.click(screen.getByRole("button", { name: "Stop" }));
    await act(async () => sent[0]?.answer(200, recording()));
    expect(screen.getByRole("button", { name: "Add a recording" })).toBeTruthy();
  });

  it("is trimmed by two sliders, and creating waits until the server knows", async () => {
    const trims: unknown[] = [];
    const begun: unknown[] = [];
    const server = fakeServer({
      "creator/trim_recording": (body) => {
        trims.push(body);
        return draft();
      },
      "creator/remember": () => draft(),
      "creation/begin": () => {
        begun.push([...trims]);
        return creation();
      },
      "creation/watch": () => creation(),
    });
    opened({ recording: recording() });
    await waitFor(() => slider("Begins"));
    slide("Begins", 4_000);
    slide("Ends", 9_000);
    expect(slider("Begins").value).toBe("4000");
    expect(slider("Ends").getAttribute("aria-valuetext")).toBe("9.0 seconds");
    await userEvent.click(screen.getByRole("button", { name: "Create My Memory" }));
    await waitFor(() => expect(begun).toHaveLength(1));
    const last = { id: "recording-1", trim: { start: 4_000, length: 5_000 } };
    expect((begun[0] as unknown[]).at(-1)).toEqual(last);
    expect(server.to("creator/trim_recording").at(-1)).toEqual(last);
  });

  it("plays the part that is heard, and stops", async () => {
    const play = vi.spyOn(HTMLMediaElement.prototype, "play").mockResolvedValue();
    const pause = vi.spyOn(HTMLMediaElement.prototype, "pause").mockReturnValue();
    opened({ recording: recording({ trim: { start: 1_500, length: 2_000 } }) });
    await userEvent.click(await screen.findByRole("button", { name: "Play" }));
    const audio = document.querySelector("audio") as HTMLAudioElement;
    expect(audio.getAttribute("src")).toBe("/media/recordings/recording-1#t=1.5,3.5");
    expect(play).toHaveBeenCalledOnce();
    await userEvent.click(screen.getByRole("button", { name: "Stop" }));
    expect(pause).toHaveBeenCalled();
    fireEvent.pause(audio);
    expect(screen.getByRole("button", { name: "Play" })).toBeTruthy();
  });

  it("is taken back, and comes again where the server could not", async () => {
    const refuse: RecordingView[] = [];
    fakeServer({
      "creator/remove_recording": () =>
        refuse.length > 0 ? new Refusal(503, "unavailable", "Please try again.") : draft(),
    });
    opened({ recording: recording() });
    refuse.push(recording());
    await userEvent.click(await screen.findByRole("button", { name: "Remove the recording" }));
    expect((await screen.findByRole("alert")).textContent).toBe("Please try again.");
    refuse.pop();
    await userEvent.click(await screen.findByRole("button", { name: "Remove the recording" }));
    expect(await screen.findByRole("button", { name: "Add a recording" })).toBeTruthy();
  });

  it("is for films, and only where they carry one", async () => {
    opened({ kind: "image" });
    expect(screen.queryByText(/Add a recording/)).toBeNull();
  });

  it("of a provider's film is not taken, and the page says so", async () => {
    opened({ recording: recording() }, { recording_limits: null });
    expect(screen.getByText(/^Films here are made by another provider/)).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Play" })).toBeNull();
    expect(rights(PHOTOS)).toBeTruthy();
  });
});
