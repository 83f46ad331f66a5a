import { useReducedMotion } from "../../lib/useReducedMotion";

/** Plays by itself, silently, once; where motion is unwelcome it waits for its button. */
export function Film({ src, poster }: { src: string; poster: string | null }) {
  const still = useReducedMotion();
  return (
    <video
      src={src}
      {...(poster && { poster })}
      width={720}
      height={1280}
      autoPlay={!still}
      preload={still ? "none" : "auto"}
      aria-label="Your finished memory"
      muted
      playsInline
      controls
    />
  );
}
