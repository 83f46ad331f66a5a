import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { sendPhoto } from "../src/lib/upload";
import { fakeUploads } from "./support/server";

const PLACED = { who: "you", batch: "a" } as const;
const busy = { code: "unavailable", message: "Many photos.", credits: null, retry_after: 3 };

describe("a photo that the server asks for again", () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it("is sent again when the time has come", async () => {
    const sent = fakeUploads();
    const sending = sendPhoto(new File(["x"], "a.jpg"), PLACED, () => {});
    sent[0]?.answer(503, busy);
    vi.advanceTimersByTime(2900);
    expect(sent).toHaveLength(1);
    vi.advanceTimersByTime(200);
    expect(sent).toHaveLength(2);
    sent[1]?.answer(429, { ...busy, code: "too_many", retry_after: 2 });
    vi.advanceTimersByTime(2000);
    sent[2]?.answer(200, { id: "photo" });
    expect(await sending.done).toEqual({ ok: true, value: { id: "photo" } });
  });

  it("is not sent again without a time, after a stop, or for ever", async () => {
    const sent = fakeUploads();
    const refused = sendPhoto(new File(["x"], "a.jpg"), PLACED, () => {});
    sent[0]?.answer(503, { ...busy, retry_after: null });
    expect((await refused.done).ok).toBe(false);
    const stopped = sendPhoto(new File(["x"], "a.jpg"), PLACED, () => {});
    sent[1]?.answer(503, busy);
    stopped.stop();
    expect((await stopped.done).ok).toBe(false);
    vi.advanceTimersByTime(60_000);
    expect(sent).toHaveLength(2);
    const tried = sendPhoto(new File(["x"], "a.jpg"), PLACED, () => {});
    for (let index = 2; index < 12; index += 1) {
      sent[index]?.answer(503, busy);
      vi.advanceTimersByTime(3000);
    }
    expect((await tried.done).ok).toBe(false);
    expect(sent).toHaveLength(12);
  });
});
