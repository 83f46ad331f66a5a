import { useEffect, useRef } from "react";
import type { CreationView } from "../../generated/wire";
import { pixelsOf } from "../../lib/shape";

interface Props {
  creation: CreationView;
  src: string;
  onStart: () => void;
  /** It is over, or cannot be played. */
  onEnd: () => void;
}

/** Waits for its button: a film about somebody who is missed never starts by itself. */
export function Film({ creation, src, onStart, onEnd }: Props) {
  const { image_url, captions_url, shape } = creation;
  const video = useRef<HTMLVideoElement>(null);
  const latest = useRef(onEnd);
  latest.current = onEnd;
  useEffect(() => {
    const gone = new AbortController();
    void import("../../lib/player").then(({ attachPlayer }) =>
      attachPlayer(video.current, { gone: gone.signal, onRefused: () => latest.current() }),
    );
    return () => gone.abort();
  }, []);
  return (
    <>
      <video
        ref={video}
        src={src}
        {...(image_url && { poster: image_url })}
        {...pixelsOf(shape)}
        preload="auto"
        aria-label="Your finished memory"
        playsInline
        disablePictureInPicture
        controls
        onPlay={onStart}
        onEnded={onEnd}
        onError={onEnd}
      >
        {captions_url && <track kind="captions" srcLang="en" label="In words" src={captions_url} />}
      </video>
      <p className="player row">It is ready. Watch when you are.</p>
    </>
  );
}
