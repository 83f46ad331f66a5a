/** What becomes of a batch of chosen files. */
import { maxPhotos, photoAcceptable, photoRejectedText } from "../../lib/rules";
import type { Remark } from "../state";

export interface Batch {
  kept: File[];
  remark: Remark | null;
}

/** One bad file turns the whole batch away; of a good one at most three photos are kept, or one keepsake. */
export function sortBatch(files: readonly File[], present: number, keepsake = false): Batch {
  if (files.some((file) => !photoAcceptable(file.type, file.name, file.size))) {
    return { kept: [], remark: { tone: "danger", message: photoRejectedText() } };
  }
  const most = keepsake ? 1 : maxPhotos();
  const kept = files.slice(0, Math.max(0, most - present));
  const left = files.length - kept.length;
  const message = `A memory holds ${keepsake ? "one keepsake" : `up to ${most} photos`}.`;
  return { kept, remark: left > 0 ? { tone: "info", message } : null };
}

/** Why none of a batch was added, where only the server could see it. */
export function refusedBatchText(name: string, reason: string, alone: boolean): string {
  if (alone || reason === photoRejectedText()) return reason;
  return `${name}: ${reason} None of the photos that you chose with it were added.`;
}
