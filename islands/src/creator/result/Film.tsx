import type { Shape } from "../../generated/wire";
import { pixelsOf } from "../../lib/shape";
import { useReducedMotion } from "../../lib/useReducedMotion";

interface Props {
  src: string;
  poster: string | null;
  shape: Shape;
}

/** Plays by itself, silently, once; where motion is unwelcome it waits for its button. */
export function Film({ src, poster, shape }: Props) {
  const still = useReducedMotion();
  return (
    <video
      src={src}
      {...(poster && { poster })}
      {...pixelsOf(shape)}
      autoPlay={!still}
      preload={still ? "none" : "auto"}
      aria-label="Your finished memory"
      muted
      playsInline
      controls
    />
  );
}
