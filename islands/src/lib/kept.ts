/**
 * The browser's own copy of the applications that were sent from it (spec §3), newest
 * first: at most 20, for 30 days (decision 11). Where the browser keeps nothing, there is
 * none; nothing here throws.
 */
import type { WaitlistEntry } from "../generated/wire";

const PLACE = "evernear.waitlist";
const MOST = 20;
const LIFETIME_MS = 30 * 24 * 60 * 60 * 1000;

/** What is kept and not too old. */
export function kept(now = Date.now()): WaitlistEntry[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(PLACE) ?? "[]");
    const fresh = (entry: WaitlistEntry) => now - Date.parse(entry.timestamp) < LIFETIME_MS;
    return Array.isArray(value) ? value.filter(isEntry).filter(fresh).slice(0, MOST) : [];
  } catch {
    return [];
  }
}

/** Keeps one more, once. */
export function keep(entry: WaitlistEntry, now = Date.now()): void {
  const others = kept(now).filter((other) => other.id !== entry.id);
  try {
    localStorage.setItem(PLACE, JSON.stringify([entry, ...others].slice(0, MOST)));
  } catch {
    // Full, or not allowed: the application itself is stored on the server.
  }
}

export function forgetKept(): void {
  try {
    localStorage.removeItem(PLACE);
  } catch {
    // Not allowed to keep anything, so there is nothing.
  }
}

function isEntry(value: unknown): value is WaitlistEntry {
  if (typeof value !== "object" || value === null) return false;
  const entry = value as Record<string, unknown>;
  const texts = ["id", "name", "email", "reason", "type", "status", "timestamp"];
  return texts.every((field) => typeof entry[field] === "string");
}
