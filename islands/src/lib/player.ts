/**
 * Controls of our own for a film, below its frame: the browser's stand over its last words. It never starts
 * by itself; 'Watch' starts it with its sound. Without script the browser's controls stay.
 */

/** How long the sound takes to come, so that nobody is startled. */
const FADE_MS = 400;
/** After so long without a movement or a key the controls are out of sight while the film plays. */
const IDLE_MS = 2_500;

interface Options {
  /** Until when there are controls. */
  gone?: AbortSignal;
  /** The browser lets nothing of ours start it: its own controls are back. */
  onRefused?: () => void;
}

/** Puts the controls into the `player` of the film's figure, and takes the browser's away. */
export function attachPlayer(
  video: HTMLVideoElement | null,
  { gone, onRefused }: Options = {},
): void {
  const bar = video?.closest("figure")?.querySelector(".player");
  if (!video || !bar || gone?.aborted) return;
  video.controls = false;
  video.muted = false;
  const ending = new AbortController();
  const { signal } = ending;
  signal.addEventListener("abort", () => {
    clearTimeout(hiding);
    bar.classList.remove("player-idle");
    bar.replaceChildren();
    video.volume = 1;
    video.controls = true;
  });
  gone?.addEventListener("abort", () => ending.abort(), { signal });

  const play = button("Watch", "button button-primary button-large");
  const sound = button("Sound", "button button-quiet button-small");
  const full = button("", "button button-quiet button-small button-icon");
  full.ariaLabel = full.title = "Full Screen";
  full.append(Object.assign(document.createElement("span"), { className: "icon icon-full" }));
  const [track] = video.textTracks;
  const words = button("In Words", "button button-quiet button-small");
  bar.append(play);

  let hiding: ReturnType<typeof setTimeout> | undefined;
  let pressedUnseen = false;
  const showControls = (event?: Event) => {
    if (event?.type === "pointerdown") {
      pressedUnseen =
        (event as PointerEvent).pointerType === "touch" && getComputedStyle(play).opacity === "0";
    }
    clearTimeout(hiding);
    bar.classList.remove("player-idle");
    if (!video.paused) hiding = setTimeout(() => bar.classList.add("player-idle"), IDLE_MS);
  };
  for (const name of ["pointermove", "pointerdown", "keydown", "focusin"]) {
    document.addEventListener(name, showControls, { signal });
  }
  // Whoever touches where a hidden button is wants to see it, not to press it. A key that presses has no pointer.
  bar.addEventListener(
    "click",
    (event) => {
      if (pressedUnseen && (event as MouseEvent).detail > 0) event.stopPropagation();
      pressedUnseen = false;
    },
    { capture: true, signal },
  );

  const show = () => {
    showControls();
    if (video.currentTime === 0 && video.paused) return;
    const label = !video.paused ? "Pause" : video.ended ? "Watch Again" : "Play";
    play.textContent = label;
    play.className = "button button-quiet button-small";
    sound.setAttribute("aria-pressed", String(!video.muted));
    words.setAttribute("aria-pressed", String(track?.mode === "showing"));
    if (sound.isConnected) return;
    // The button that was pressed stays where it is, and in focus.
    for (const node of [...bar.childNodes]) if (node !== play) node.remove();
    bar.append(sound, ...(track ? [words] : []), ...(canFill(video) ? [full] : []));
  };
  const toggle = () => {
    if (!video.paused) return video.pause();
    if (video.ended || video.currentTime === 0) fadeIn(video, signal);
    // Where the browser lets nothing of ours start it, its own controls can. Stopped at once is no failure.
    video.play().catch((error: Error) => {
      if (error.name === "AbortError") return;
      ending.abort();
      onRefused?.();
    });
  };
  for (const name of ["play", "pause", "ended", "volumechange"]) {
    video.addEventListener(name, show, { signal });
  }
  video.tabIndex = 0;
  video.addEventListener("click", toggle, { signal });
  video.addEventListener(
    "keydown",
    (event) => {
      if (event.key !== " " && event.key !== "Enter") return;
      event.preventDefault();
      toggle();
    },
    { signal },
  );
  play.addEventListener("click", toggle, { signal });
  sound.addEventListener("click", () => (video.muted = !video.muted), { signal });
  words.addEventListener("click", () => {
    if (track) track.mode = track.mode === "showing" ? "disabled" : "showing";
    show();
  });
  full.addEventListener("click", () => fill(video), { signal });
}

function button(label: string, classes: string): HTMLButtonElement {
  const made = document.createElement("button");
  made.type = "button";
  made.className = classes;
  made.textContent = label;
  return made;
}

/** From black and silence, by where the film is: a paused one stays as it is. */
function fadeIn(video: HTMLVideoElement, signal: AbortSignal): void {
  const from = video.ended ? 0 : video.currentTime;
  const fading = new AbortController();
  const louder = () => {
    video.volume = Math.min(1, Math.max(0, (1000 * (video.currentTime - from)) / FADE_MS));
    if (video.volume === 1) fading.abort();
    else if (!video.paused) requestAnimationFrame(louder);
  };
  video.volume = 0;
  video.classList.remove("from-black");
  // Read, so that the browser begins the animation anew.
  void video.offsetWidth;
  video.classList.add("from-black");
  video.addEventListener("playing", louder, { signal: fading.signal });
  signal.addEventListener("abort", () => fading.abort(), { signal: fading.signal });
}

/** An iPhone fills its screen with films alone, by a call of its own. */
type Iphone = HTMLVideoElement & { webkitEnterFullscreen?: () => void };

function canFill(video: Iphone): boolean {
  return document.fullscreenEnabled || video.webkitEnterFullscreen !== undefined;
}

function fill(video: Iphone): void {
  if (document.fullscreenEnabled) void video.requestFullscreen();
  else video.webkitEnterFullscreen?.();
}
