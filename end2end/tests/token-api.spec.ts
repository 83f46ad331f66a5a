// The official client against our token API: what existing programs do works.
import { expect, test } from "@playwright/test";
import { somebody } from "../support/people.ts";
import { good, program, session } from "../support/programs.ts";

test("a program signs up, changes what it keeps, signs out and in again @once", async () => {
  const { email, password } = somebody();
  const { auth, events } = program();
  const made = good(await auth.signUp({ email, password, options: { data: { city: "Durban" } } }));
  expect(made.user?.email).toBe(email);
  expect(made.user?.user_metadata).toEqual({ city: "Durban" });
  expect(made.user?.identities?.map((identity) => identity.provider)).toEqual(["email"]);
  const changed = good(await auth.updateUser({ data: { city: "Cape Town" } }));
  expect(changed.user.user_metadata).toEqual({ city: "Cape Town" });
  // Read from the server, and checked with its public key alone.
  expect(good(await auth.getUser()).user?.id).toBe(made.user?.id);
  const claims = good(await auth.getClaims());
  expect(claims?.header.alg).toBe("ES256");
  expect(claims?.claims).toMatchObject({ aal: "aal1", email, role: "authenticated" });
  expect((await auth.signOut()).error).toBeNull();
  expect(good(await auth.getSession()).session).toBeNull();
  const again = good(await auth.signInWithPassword({ email, password }));
  expect(again.user.id).toBe(made.user?.id);
  expect(events).toEqual([
    "INITIAL_SESSION",
    "SIGNED_IN",
    "USER_UPDATED",
    "SIGNED_OUT",
    "SIGNED_IN",
  ]);
});

test("refusals reach the program in the client's own words @once", async () => {
  const { email, password } = somebody();
  const { auth } = program();
  await auth.signUp({ email, password });
  const refused = async (call: Promise<{ error: unknown }>) => (await call).error;
  expect(await refused(auth.signUp({ email, password }))).toMatchObject({
    status: 422,
    code: "user_already_exists",
    message: "User already registered",
  });
  expect(await refused(auth.signUp({ email: somebody().email, password: "short" }))).toMatchObject({
    name: "AuthWeakPasswordError",
    reasons: ["length"],
  });
  const wrong = { email, password: "not this one" };
  expect(await refused(auth.signInWithPassword(wrong))).toMatchObject({
    status: 400,
    code: "invalid_credentials",
    message: "Invalid login credentials",
  });
  expect(await refused(auth.signInAnonymously())).toMatchObject({
    code: "anonymous_provider_disabled",
  });
  expect(await refused(auth.signUp({ phone: "+27215550100", password }))).toMatchObject({
    code: "phone_provider_disabled",
  });
  expect(await refused(auth.signInWithSSO({ domain: "evernear.example" }))).toMatchObject({
    code: "saml_provider_disabled",
  });
  expect(await refused(auth.linkIdentity({ provider: "google" }))).toMatchObject({
    status: 404,
    code: "manual_linking_disabled",
  });
  const shown = { provider: "google", token: "not one of Google's" };
  expect(await refused(auth.signInWithIdToken(shown))).toMatchObject({
    code: "provider_disabled",
  });
  expect(await refused(auth.refreshSession({ refresh_token: "abcdef123456" }))).toMatchObject({
    code: "refresh_token_not_found",
  });
});

test("a session that was ended elsewhere ends in the program too @once", async () => {
  const { email, password } = somebody();
  const phone = program();
  const laptop = program();
  good(await phone.auth.signUp({ email, password }));
  good(await laptop.auth.signInWithPassword({ email, password }));
  expect((await laptop.auth.signOut({ scope: "others" })).error).toBeNull();
  expect((await phone.auth.getUser()).error).toMatchObject({ name: "AuthSessionMissingError" });
  expect(phone.events.at(-1)).toBe("SIGNED_OUT");
  expect(good(await laptop.auth.getUser()).user.email).toBe(email);
});

test("two windows that refresh at once keep one session @once", async () => {
  const { email, password } = somebody();
  const kept = new Map<string, string>();
  const first = program("implicit", kept);
  good(await first.auth.signUp({ email, password }));
  // Each holds its own copy, as two servers with the same cookie do.
  const second = program("implicit", new Map(kept));
  const refreshed = await Promise.all([first.auth.refreshSession(), second.auth.refreshSession()]);
  const [one, two] = refreshed.map((answer) => session(good(answer)).refresh_token);
  expect(one).toBe(two);
  expect(good(await second.auth.getUser()).user.email).toBe(email);
  expect(second.events).toContain("TOKEN_REFRESHED");
});

test("every 30 s the client looks, and refreshes when 3 ticks are left @once", async () => {
  const { email, password } = somebody();
  const { auth, events } = program();
  const before = session(good(await auth.signUp({ email, password })));
  // The client's clock is moved and its timer kept, instead of waiting an hour.
  const real = { setInterval, setTimeout, now: Date.now };
  let tick: (() => Promise<void>) | undefined;
  let every = 0;
  const at = async (secondsBefore: number) => {
    Date.now = () => (before.expires_at ?? 0) * 1000 - secondsBefore * 1000;
    try {
      await tick?.();
    } finally {
      Date.now = real.now;
    }
  };
  globalThis.setInterval = ((run: () => Promise<void>, delay: number) => {
    [tick, every] = [run, delay];
    return undefined;
  }) as unknown as typeof setInterval;
  try {
    await auth.startAutoRefresh();
  } finally {
    globalThis.setInterval = real.setInterval;
  }
  expect(every).toBe(30_000);
  await at(4 * 30);
  expect(events).not.toContain("TOKEN_REFRESHED");
  await at(4 * 30 - 1);
  expect(events.filter((event) => event === "TOKEN_REFRESHED")).toHaveLength(1);
  const after = session(good(await auth.getSession()));
  expect(after.refresh_token).not.toBe(before.refresh_token);
  await auth.stopAutoRefresh();
});
