/** What becomes of a batch of chosen files (spec §5). */
import { maxPhotos, photoAcceptable, photoRejectedText } from "../../lib/rules";

export interface Batch {
  kept: File[];
  message: string | null;
}

/** One bad file turns the whole batch away; of a good one at most three photos are kept. */
export function sortBatch(files: readonly File[], present: number): Batch {
  if (files.some((file) => !photoAcceptable(file.type, file.name, file.size))) {
    return { kept: [], message: photoRejectedText() };
  }
  const kept = files.slice(0, Math.max(0, maxPhotos() - present));
  const left = files.length - kept.length;
  return { kept, message: left > 0 ? `A memory holds up to ${maxPhotos()} photos.` : null };
}
