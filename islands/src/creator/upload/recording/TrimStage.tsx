import { useRef, useState } from "react";
import type { RecordingLimits, RecordingView, Trim } from "../../../generated/wire";
import { Button } from "../../../kit/Button";
import type { Actions } from "../../actions";
import { beginAt, endAt, STEP_MS, seconds } from "./trim";
import { useTrim } from "./useTrim";
import { Waveform } from "./Waveform";

interface Props {
  recording: RecordingView;
  limits: RecordingLimits;
  act: Actions;
  onRemove: () => void;
}

/** Which part of a recording is heard: its waveform, where it begins and ends, and how that sounds. */
export function TrimStage({ recording, limits, act, onRemove }: Props) {
  const { length, trim } = recording;
  const choose = useTrim(recording, act);
  const player = useRef<HTMLAudioElement>(null);
  const [playing, setPlaying] = useState(false);
  const end = trim.start + trim.length;

  const play = () => {
    const audio = player.current;
    if (!audio) return;
    if (playing) return audio.pause();
    // The browser begins and ends there by itself.
    audio.src = `${recording.url}#t=${trim.start / 1000},${end / 1000}`;
    setPlaying(true);
    audio.play().catch(() => setPlaying(false));
  };
  const slide = (label: string, value: number, to: (at: number) => Trim) => (
    <label className="crop-zoom">
      {label}
      <input
        type="range"
        max={length}
        step={STEP_MS}
        value={value}
        aria-valuetext={seconds(value)}
        onChange={(event) => choose(to(event.target.valueAsNumber))}
      />
    </label>
  );

  return (
    <>
      <Waveform recording={recording} />
      {slide("Begins", trim.start, (at) => beginAt(at, trim, length, limits))}
      {slide("Ends", end, (at) => endAt(at, trim, length, limits))}
      <div className="row">
        {/* biome-ignore lint/a11y/useMediaCaption: nobody knows what is said in it */}
        <audio
          ref={player}
          preload="none"
          onPause={() => setPlaying(false)}
          onEnded={() => setPlaying(false)}
        />
        <Button size="small" onClick={play}>
          {playing ? "Stop" : "Play"}
        </Button>
        <Button look="plain" icon="trash" aria-label="Remove the recording" onClick={onRemove}>
          Remove
        </Button>
        <p className="caption number" role="status">
          {`${seconds(trim.length)} of ${seconds(length)} are heard`}
        </p>
      </div>
    </>
  );
}
