// Real photographs, in the public domain (server/tests/photos/SOURCES.md).
import { fileURLToPath } from "node:url";

const photo = (name: string): string =>
  fileURLToPath(new URL(`../../server/tests/photos/${name}`, import.meta.url));

export const WOMAN = photo("woman-orange-suit.jpg");
export const MAN = photo("man-grey-hair-orange-suit.jpg");
export const YOUNG_WOMAN = photo("young-woman-orange-suit.jpg");
/** As a phone writes it: tiles on a grid, with a thumbnail. */
export const OLDER_WOMAN_HEIC = photo("older-woman-grid.heic");
/** Two children lean on her: where she ends is not certain. */
export const LEANED_ON = photo("woman-hand-on-face-bw.jpg");
/** No face is on it. */
export const CUP = photo("coffee-cup-no-face.jpg");
