/**
 * The browser's own copy of the applications that were sent from it, newest first: at most
 * 20, for 30 days. Where the browser keeps nothing, there is none; nothing here throws.
 */
import type { EntryStatus, WaitlistEntry } from "../generated/wire";

const PLACE = "evernear.waitlist";
const MOST = 20;
const LIFETIME_MS = 30 * 24 * 60 * 60 * 1000;
const STATUSES: EntryStatus[] = ["pending", "approved", "rejected"];

/** What is kept and not too old. */
export function sentApplications(now = Date.now()): WaitlistEntry[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(PLACE) ?? "[]");
    const fresh = (entry: WaitlistEntry) => now - Date.parse(entry.timestamp) < LIFETIME_MS;
    return Array.isArray(value) ? value.flatMap(entryOf).filter(fresh).slice(0, MOST) : [];
  } catch {
    return [];
  }
}

/** Keeps one more, once. */
export function addSentApplication(entry: WaitlistEntry, now = Date.now()): void {
  const others = sentApplications(now).filter((other) => other.id !== entry.id);
  try {
    localStorage.setItem(PLACE, JSON.stringify([entry, ...others].slice(0, MOST)));
  } catch {
    // Full, or not allowed: the application itself is stored on the server.
  }
}

export function forgetSentApplications(): void {
  try {
    localStorage.removeItem(PLACE);
  } catch {
    // Not allowed to keep anything, so there is nothing.
  }
}

/** A copy as it was kept; an unknown status is pending, a reason may be named interest. */
function entryOf(value: unknown): WaitlistEntry[] {
  if (typeof value !== "object" || value === null) return [];
  const kept = value as Record<string, unknown>;
  const text = (field: string) => (typeof kept[field] === "string" ? kept[field] : "");
  const [id, name, email, timestamp] = ["id", "name", "email", "timestamp"].map(text);
  if (!id || !name || !email || !timestamp) return [];
  const status = STATUSES.find((known) => known === kept.status) ?? "pending";
  const reason = text("reason") || text("interest");
  const type = text("type") || "beta_registration";
  return [{ id, name, email, reason, type, status, timestamp }];
}
