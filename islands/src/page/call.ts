/** A call of the small script: JSON there and back, and a text that a person can read. */

export interface Refused {
  ok: false;
  code: string;
  message: string;
}

export type Called<T> = { ok: true; value: T } | Refused;

const DROPPED: Refused = {
  ok: false,
  code: "offline",
  message: "The connection dropped. Nothing is lost; please try again.",
};

export async function call<T>(path: string, body: object): Promise<Called<T>> {
  try {
    const response = await fetch(`/api/${path}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json" },
      body: JSON.stringify(body),
    });
    const value: unknown = await response.json();
    if (response.ok) return { ok: true, value: value as T };
    const { code, message } = value as { code?: string; message?: string };
    return { ok: false, code: code ?? "", message: message ?? DROPPED.message };
  } catch {
    return DROPPED;
  }
}
