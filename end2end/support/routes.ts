// Every page that anyone may see, and every one of the signed-in (spec §2's table).
export const PUBLIC = [
  "/",
  "/about",
  "/careers",
  "/terms",
  "/privacy",
  "/cookies",
  "/register",
  "/contact",
  "/pricing",
  "/success",
  "/auth?mode=signin",
  "/auth?mode=signup",
];

export const SIGNED_IN = ["/dashboard", "/profile", "/ai-creator", "/couple"];

/** `/auth?mode=signin` as a part of a file's name. */
export function nameOf(path: string): string {
  return path === "/" ? "home" : path.slice(1).replace(/[^a-z0-9-]+/gi, "-");
}
