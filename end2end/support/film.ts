// What a downloaded film or picture really is, asked of ffprobe and of its own bytes.
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";

const run = promisify(execFile);

export interface FilmFacts {
  codec: string;
  pixels: string;
  width: number;
  height: number;
  seconds: number;
  /** Top-level boxes in their order: `ftyp`, `moov`, `mdat`. */
  boxes: string[];
  /** What a decoder has to complain about; empty for a clean film. */
  complaints: string;
}

interface Probe {
  streams: { codec_name: string; pix_fmt: string; width: number; height: number }[];
  format: { duration: string };
}

export async function filmFacts(file: string): Promise<FilmFacts> {
  const probe = await run("ffprobe", [
    ...["-v", "error", "-select_streams", "v:0", "-show_streams", "-show_format"],
    ...["-of", "json", file],
  ]);
  const { streams, format } = JSON.parse(probe.stdout) as Probe;
  const [video] = streams;
  if (!video) throw new Error(`${file} has no video`);
  // A decoder that stops at the first fault; what it writes is the fault.
  const decoded = await run("ffmpeg", ["-v", "error", "-xerror", "-i", file, "-f", "null", "-"]);
  return {
    codec: video.codec_name,
    pixels: video.pix_fmt,
    width: video.width,
    height: video.height,
    seconds: Number(format.duration),
    boxes: topLevelBoxes(await readFile(file)),
    complaints: decoded.stderr,
  };
}

/** ISO 14496-12 §4.2: size and name; 1 means that the size is in the next eight bytes. */
function topLevelBoxes(film: Buffer): string[] {
  const names: string[] = [];
  for (let at = 0; at + 8 <= film.length; ) {
    names.push(film.toString("latin1", at + 4, at + 8));
    const size = film.readUInt32BE(at);
    const step = size === 1 ? Number(film.readBigUInt64BE(at + 8)) : size;
    if (step < 8) break;
    at += step;
  }
  return names;
}

/** Pixels of a downloaded picture. */
export async function imageSize(file: string): Promise<{ width: number; height: number }> {
  const probe = await run("ffprobe", [
    ...["-v", "error", "-select_streams", "v:0", "-show_streams", "-of", "json", file],
  ]);
  const { streams } = JSON.parse(probe.stdout) as Probe;
  const [{ width, height }] = streams as [Probe["streams"][number]];
  return { width, height };
}
