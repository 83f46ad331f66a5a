import { type Dispatch, useEffect, useMemo, useRef } from "react";
import type { Who } from "../../generated/wire";
import { type Sending, sendPhoto } from "../../lib/upload";
import type { Action, Model, Upload } from "../state";
import { refusedBatchText, sortBatch } from "./batch";
import { freeFrom, ofPeople, placesOf } from "./places";

let lastId = 0;

export type Uploads = ReturnType<typeof useUploads>;

/** What the browser can show by itself; HEIC waits for the server's preview. */
const SHOWABLE = /^image\/(jpeg|png|webp|gif|avif)$/;

/** What the server says about the file itself: it will never do better. */
const FINAL = new Set(["bad_input", "too_large", "unsupported"]);

/**
 * Sends chosen photos up, one after the other in the person's order, each with its progress and
 * a second try. One that cannot be used takes those along that were chosen with it.
 */
export function useUploads(model: Model, dispatch: Dispatch<Action>) {
  const files = useRef(new Map<string, File>());
  const sending = useRef(new Map<string, Sending>());
  const turn = useRef(Promise.resolve());
  const latest = useRef(model);
  latest.current = model;

  useEffect(() => {
    const running = sending.current;
    const waiting = files.current;
    return () => {
      waiting.clear();
      for (const one of running.values()) one.stop();
    };
  }, []);

  return useMemo(() => {
    /** In its turn; what was dropped or refused meanwhile is not sent any more. */
    function send(upload: Upload) {
      turn.current = turn.current.then(async () => {
        const file = files.current.get(upload.id);
        if (file) await sendNow(upload, file);
      });
    }

    async function sendNow({ id, name, who, batch }: Upload, file: File) {
      const placed = { who, batch };
      const one = sendPhoto(file, placed, (share) => dispatch({ type: "upload_moved", id, share }));
      sending.current.set(id, one);
      const answer = await one.done;
      if (sending.current.get(id) !== one) return;
      sending.current.delete(id);
      if (answer.ok) {
        forget(id);
        dispatch({ type: "photo_arrived", id, photo: answer.value });
      } else if (FINAL.has(answer.problem.code)) {
        refuse(batch, name, answer.problem.message);
      } else {
        dispatch({ type: "upload_failed", id, problem: answer.problem });
        if (answer.problem.code === "signed_out") dispatch({ type: "signed_out" });
      }
    }

    /** The server has taken back what had arrived of it. */
    function refuse(batch: string, name: string, reason: string) {
      const { uploads, batches } = latest.current;
      const others = uploads.filter((one) => one.batch === batch);
      const alone = others.length + Object.values(batches).filter((of) => of === batch).length < 2;
      for (const { id } of others) stop(id);
      const message = refusedBatchText(name, reason, alone);
      dispatch({ type: "batch_refused", batch, message });
    }

    function forget(id: string) {
      files.current.delete(id);
      const url = latest.current.uploads.find((upload) => upload.id === id)?.local_url;
      if (url) URL.revokeObjectURL(url);
    }

    function stop(id: string) {
      const one = sending.current.get(id);
      sending.current.delete(id);
      one?.stop();
      forget(id);
    }

    function drop(id: string) {
      stop(id);
      dispatch({ type: "upload_dropped", id });
    }

    return {
      /** Puts them where they were dropped or chosen, and in the places after it. */
      add(chosen: readonly File[], at: Who) {
        const { draft, uploads } = latest.current;
        const keepsake = at === "keepsake";
        const all = [...draft.photos, ...uploads];
        const people = ofPeople(all).length;
        const present = keepsake ? all.length - people : people;
        const { kept, remark } = sortBatch(chosen, present, keepsake);
        dispatch({ type: "batch_noted", remark });
        if (kept.length === 0) return;
        const batch = `${Date.now()}-${lastId}`;
        const free = keepsake ? [at] : freeFrom(placesOf(draft.photos, uploads, []), at);
        const started = kept.map((file, index): Upload => {
          lastId += 1;
          const id = `upload-${lastId}`;
          files.current.set(id, file);
          const local_url = SHOWABLE.test(file.type) ? URL.createObjectURL(file) : "";
          const who = free[index] ?? at;
          return { id, name: file.name, local_url, who, batch, share: 0, error: null };
        });
        dispatch({ type: "uploads_started", uploads: started });
        for (const upload of started) send(upload);
      },
      again(id: string) {
        const upload = latest.current.uploads.find((one) => one.id === id);
        if (!upload) return;
        dispatch({ type: "upload_retried", id });
        send(upload);
      },
      drop,
      stopAll() {
        for (const { id } of latest.current.uploads) drop(id);
      },
    };
  }, [dispatch]);
}
