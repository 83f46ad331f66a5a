import type { RecordingView } from "../../../generated/wire";

/** How loud the recording is along its length, and the part of it that is heard. */
export function Waveform({ recording }: { recording: RecordingView }) {
  const { peaks, trim, length } = recording;
  const wide = peaks.length;
  const bars = peaks.map((peak, at) => {
    // Silence is a line, and soft speech is seen as well.
    const high = Math.max(2, Math.sqrt(peak / 100) * 96);
    return `M${at + 0.5} ${(50 - high / 2).toFixed(1)}v${high.toFixed(1)}`;
  });
  return (
    <svg
      className="waveform"
      viewBox={`0 0 ${wide} 100`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <rect x={(trim.start / length) * wide} width={(trim.length / length) * wide} height={100} />
      <path d={bars.join("")} />
    </svg>
  );
}
