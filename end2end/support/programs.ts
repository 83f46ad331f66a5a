// Client programs: the official client of the token API, with a storage and a record of
// events of its own.
import { type AuthChangeEvent, AuthClient, type Session } from "@supabase/auth-js";
import { baseUrl } from "./server.ts";

export interface Program {
  auth: InstanceType<typeof AuthClient>;
  events: AuthChangeEvent[];
}

let made = 0;

/** A program that has just started; `kept` is what an earlier run of it left behind. */
export function program(
  flowType: "implicit" | "pkce" = "implicit",
  kept = new Map<string, string>(),
): Program {
  made += 1;
  const auth = new AuthClient({
    url: `${baseUrl}/auth/v1`,
    headers: { apikey: "anyone" },
    storageKey: `program-${made}`,
    autoRefreshToken: false,
    detectSessionInUrl: false,
    flowType,
    storage: {
      // The same whichever run asks.
      getItem: (key) => kept.get(key.replace(/^program-\d+/, "")) ?? null,
      setItem: (key, value) => void kept.set(key.replace(/^program-\d+/, ""), value),
      removeItem: (key) => void kept.delete(key.replace(/^program-\d+/, "")),
    },
  });
  const events: AuthChangeEvent[] = [];
  auth.onAuthStateChange((event) => void events.push(event));
  return { auth, events };
}

/** What a call brought, or the refusal it threw back. */
export function good<A extends { data: unknown; error: unknown }>(
  answer: A,
): A extends { error: null } ? A["data"] : never {
  if (answer.error) throw answer.error;
  return answer.data as A extends { error: null } ? A["data"] : never;
}

/** The session that must be there. */
export function session(data: { session: Session | null }): Session {
  if (!data.session) throw new Error("there is no session");
  return data.session;
}
