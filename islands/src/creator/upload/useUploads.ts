import { type Dispatch, useEffect, useMemo, useRef } from "react";
import { type Sending, sendPhoto } from "../../lib/upload";
import type { Action, Model } from "../state";
import { sortBatch } from "./batch";

let lastId = 0;

export type Uploads = ReturnType<typeof useUploads>;

/** What the browser can show by itself; HEIC waits for the server's preview. */
const SHOWABLE = /^image\/(jpeg|png|webp|gif|avif)$/;

/** Sends chosen photos up, each on its own, with its progress and a second try. */
export function useUploads(model: Model, dispatch: Dispatch<Action>) {
  const files = useRef(new Map<string, File>());
  const sending = useRef(new Map<string, Sending>());
  const latest = useRef(model);
  latest.current = model;

  useEffect(() => {
    const running = sending.current;
    return () => {
      for (const one of running.values()) one.stop();
    };
  }, []);

  return useMemo(() => {
    async function send(id: string, file: File) {
      const one = sendPhoto(file, (share) => dispatch({ type: "upload_moved", id, share }));
      sending.current.set(id, one);
      const answer = await one.done;
      if (sending.current.get(id) !== one) return;
      sending.current.delete(id);
      if (answer.ok) {
        forget(id);
        dispatch({ type: "photo_arrived", id, photo: answer.value });
      } else {
        dispatch({ type: "upload_failed", id, problem: answer.problem });
        if (answer.problem.code === "signed_out") dispatch({ type: "signed_out" });
      }
    }

    function forget(id: string) {
      files.current.delete(id);
      const url = latest.current.uploads.find((upload) => upload.id === id)?.local_url;
      if (url) URL.revokeObjectURL(url);
    }

    function drop(id: string) {
      const one = sending.current.get(id);
      sending.current.delete(id);
      one?.stop();
      forget(id);
      dispatch({ type: "upload_dropped", id });
    }

    return {
      add(chosen: readonly File[]) {
        const { draft, uploads } = latest.current;
        const { kept, remark } = sortBatch(chosen, draft.photos.length + uploads.length);
        dispatch({ type: "batch_noted", remark });
        const started = kept.map((file) => {
          lastId += 1;
          const id = `upload-${lastId}`;
          files.current.set(id, file);
          const local_url = SHOWABLE.test(file.type) ? URL.createObjectURL(file) : "";
          return { id, name: file.name, local_url, share: 0, error: null, again: false };
        });
        if (started.length === 0) return;
        dispatch({ type: "uploads_started", uploads: started });
        for (const { id } of started) {
          const file = files.current.get(id);
          if (file) void send(id, file);
        }
      },
      again(id: string) {
        const file = files.current.get(id);
        if (!file) return;
        dispatch({ type: "upload_retried", id });
        void send(id, file);
      },
      drop,
      stopAll() {
        for (const { id } of latest.current.uploads) drop(id);
      },
    };
  }, [dispatch]);
}
