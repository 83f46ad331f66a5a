/**
 * The shown page as CSV, safe to open in a spreadsheet. The whole list comes from the server;
 * `server/src/web/response/csv.rs` has the same cases.
 */
import type { WaitlistEntry } from "../generated/wire";

const COLUMNS = ["Number", "Name", "Email", "Interest/Reason", "Status", "Timestamp"];
/**
 * Where a formula would begin a cell, whatever sign the program separates cells by: quotes within
 * what is one cell to it mean nothing.
 */
const FORMULA = /(^|[;,|\t\r\n])(?=[ \u00a0"]*[=+\-@＝＋－＠])/g;

/** Numbers begin with `from`. */
export function toCsv(entries: WaitlistEntry[], from: number): string {
  const rows = entries.map((entry, index) => [
    String(from + index),
    entry.name,
    entry.email,
    entry.reason,
    entry.status,
    entry.timestamp,
  ]);
  const lines = [COLUMNS, ...rows].map((cells) => cells.map(cell).join(","));
  return `\uFEFF${lines.join("\r\n")}\r\n`;
}

export function csvName(now: Date): string {
  return `evernear-waitlist-${now.toISOString().slice(0, 10)}.csv`;
}

export function download(name: string, text: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/csv;charset=utf-8" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

function cell(text: string): string {
  const safe = text.replace(FORMULA, "$1'").replace(/^[\t\r\n]/, "'$&");
  return /[;,|\t\r\n"]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
