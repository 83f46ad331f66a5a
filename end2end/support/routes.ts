// Every page that anyone may see, of the signed-in and of the administrator.
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
  "/offline",
  "/auth?mode=signin",
  "/auth?mode=signup",
  "/auth?view=forgotten_password",
  "/auth?view=magic_link",
  "/auth?view=verify_otp",
];

/** The first six run nothing for visitors. */
export const SCRIPTLESS = PUBLIC.slice(0, 6);

export const SIGNED_IN = [
  "/dashboard",
  "/profile",
  "/profile/email",
  "/profile/password",
  "/profile/two-factor",
  "/profile/devices",
  "/profile/data",
  "/credits",
  "/shared",
  "/photo-requests",
  "/ai-creator",
  "/create",
  "/video-generator",
  "/couple",
  "/virtual-hangout",
  "/virtual-hangout-image",
];

/** The gate stands in their place until it is unlocked. */
export const ADMINISTRATOR = ["/admin/waitlist", "/debug-supabase"];

/** `/auth?mode=signin` as a part of a file's name. */
export function nameOf(path: string): string {
  return path === "/" ? "home" : path.slice(1).replace(/[^a-z0-9-]+/gi, "-");
}
