/** Sends one photo, the file's bytes as they are, and tells how much has gone. */
import type { PhotoView } from "../generated/wire";
import { type Answer, LINE_DROPPED, readAnswer } from "./api";

export interface Sending {
  done: Promise<Answer<PhotoView>>;
  stop: () => void;
}

/** Where a photo belongs: its place among the others, and those it was chosen together with. */
export interface Placed {
  position: number;
  batch: string;
}

/** XMLHttpRequest, because fetch cannot tell the progress of what is sent. */
export function sendPhoto(
  file: File,
  { position, batch }: Placed,
  onShare: (share: number) => void,
): Sending {
  const request = new XMLHttpRequest();
  const done = new Promise<Answer<PhotoView>>((resolve) => {
    const dropped = () => resolve({ ok: false, problem: LINE_DROPPED });
    request.upload.onprogress = (event) => {
      if (event.lengthComputable) onShare(event.loaded / event.total);
    };
    request.onload = () => {
      const ok = request.status >= 200 && request.status < 300;
      resolve(readAnswer<PhotoView>(ok, request.responseText));
    };
    request.onerror = dropped;
    request.ontimeout = dropped;
    request.onabort = dropped;
  });
  const place = `position=${position}&batch=${batch}`;
  request.open("POST", `/api/photos?name=${encodeURIComponent(file.name)}&${place}`);
  request.setRequestHeader("Content-Type", file.type || "application/octet-stream");
  request.setRequestHeader("Accept", "application/json");
  request.timeout = 180_000;
  request.send(file);
  return { done, stop: () => request.abort() };
}
