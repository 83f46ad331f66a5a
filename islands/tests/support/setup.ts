import { readFileSync } from "node:fs";
import { cleanup } from "@testing-library/react";
import { afterEach, vi } from "vitest";
import { makingScreen } from "../../src/creator/making/Making";
import { recordingPanel } from "../../src/creator/upload/recording/RecordingChoice";
import { uploadForm } from "../../src/creator/upload/UploadScreen";
import { initSync } from "../../src/generated/rules.js";

// vitest starts in islands/: the real rules, as the browser runs them.
initSync({ module: readFileSync("src/generated/rules_bg.wasm") });

Element.prototype.scrollIntoView = () => {};

await uploadForm.load();
await recordingPanel.load();
await makingScreen.load();

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  history.replaceState(null, "");
});
