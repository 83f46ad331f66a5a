export type IconName =
  | "alert"
  | "back"
  | "camera"
  | "check"
  | "close"
  | "credits"
  | "download"
  | "edit"
  | "film"
  | "info"
  | "lock"
  | "offline"
  | "picture"
  | "plus"
  | "retry"
  | "share"
  | "trash"
  | "upload";

/** A decorative sign beside a word; the drawing is in style/icons. */
export function Icon({ name, large = false }: { name: IconName; large?: boolean }) {
  return (
    <span className={`icon icon-${name}${large ? " icon-large" : ""}`} aria-hidden="true"></span>
  );
}
