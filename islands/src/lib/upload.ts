/** Sends one file, its bytes as they are, and tells how much has gone. */
import type { PhotoView, ProblemView, RecordingView, Who } from "../generated/wire";
import { type Answer, accountHeader, LINE_DROPPED, readAnswer } from "./api";

export interface Sending<T = PhotoView> {
  done: Promise<Answer<T>>;
  stop: () => void;
}

/** Where a photo belongs: whom it shows, and those it was chosen together with. */
export interface Placed {
  who: Who;
  batch: string;
}

/** How often a file is sent that the server asks to send again a little later. */
const TRIES = 10;
/** A longer wait, in seconds, is for the person to decide. */
const LONGEST_WAIT = 15;

type OnShare = (share: number) => void;

export const sendPhoto = (file: File, { who, batch }: Placed, onShare: OnShare): Sending =>
  send(`photos?who=${who}&batch=${batch}`, file, onShare);

export const sendRecording = (file: File, onShare: OnShare): Sending<RecordingView> =>
  send("recordings", file, onShare);

/**
 * XMLHttpRequest, because fetch cannot tell the progress of what is sent. While the person's
 * other photo is on its way, or too many people's are, the server says when to come again.
 */
function send<T>(to: string, file: File, onShare: OnShare): Sending<T> {
  let stop = () => {};
  const done = new Promise<Answer<T>>((resolve) => {
    const attempt = (triesLeft: number) => {
      const request = new XMLHttpRequest();
      const dropped = () => resolve({ ok: false, problem: LINE_DROPPED });
      request.upload.onprogress = (event) => {
        if (event.lengthComputable) onShare(event.loaded / event.total);
      };
      request.onload = () => {
        const wait = triesLeft > 1 ? askedToWait(request) : null;
        if (wait === null) {
          const ok = request.status >= 200 && request.status < 300;
          resolve(readAnswer<T>(ok, request.responseText));
          return;
        }
        const timer = setTimeout(() => attempt(triesLeft - 1), wait * 1000);
        stop = () => {
          clearTimeout(timer);
          dropped();
        };
      };
      request.onerror = dropped;
      request.ontimeout = dropped;
      request.onabort = dropped;
      request.open("POST", `/api/${to}`);
      request.setRequestHeader("Content-Type", file.type || "application/octet-stream");
      request.setRequestHeader("Accept", "application/json");
      for (const [name, value] of Object.entries(accountHeader()))
        request.setRequestHeader(name, value);
      request.timeout = 180_000;
      stop = () => request.abort();
      request.send(file);
    };
    attempt(TRIES);
  });
  return { done, stop: () => stop() };
}

/** Seconds after which the same file may be sent again, where the server says so. */
function askedToWait(request: XMLHttpRequest): number | null {
  if (request.status !== 429 && request.status !== 503) return null;
  const answer = readAnswer<never>(false, request.responseText);
  const wait = answer.ok ? null : (answer.problem as Partial<ProblemView>).retry_after;
  return typeof wait === "number" && wait <= LONGEST_WAIT ? wait : null;
}
