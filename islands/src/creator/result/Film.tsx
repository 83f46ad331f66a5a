import { useEffect, useRef } from "react";
import type { Shape } from "../../generated/wire";
import { pixelsOf } from "../../lib/shape";

interface Props {
  src: string;
  poster: string | null;
  shape: Shape;
}

/** Waits for its button: a film about somebody who is missed never starts by itself. */
export function Film({ src, poster, shape }: Props) {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    const gone = new AbortController();
    void import("../../lib/player").then(({ attachPlayer }) =>
      attachPlayer(video.current, gone.signal),
    );
    return () => gone.abort();
  }, []);
  return (
    <>
      <video
        ref={video}
        src={src}
        {...(poster && { poster })}
        {...pixelsOf(shape)}
        preload="auto"
        aria-label="Your finished memory"
        playsInline
        controls
      />
      <p className="player row">It is ready. Watch when you are.</p>
    </>
  );
}
