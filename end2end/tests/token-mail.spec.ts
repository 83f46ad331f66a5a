// The official client and our mails: codes, links, PKCE, second factors, administration.
import { execFile } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import { expect, test } from "@playwright/test";
import { AuthAdminApi } from "@supabase/auth-js";
import { letter } from "../support/mails.ts";
import { FROM_OUR_PAGE, proveAddress, signUp, somebody } from "../support/people.ts";
import { good, program, session } from "../support/programs.ts";
import { baseUrl, binary } from "../support/server.ts";
import { code } from "../support/totp.ts";

/** Where the button of a link's page leads, without going there. */
async function follow(link: string): Promise<URL> {
  const { pathname, searchParams } = new URL(link);
  expect(pathname).toBe("/auth/program");
  const headers = FROM_OUR_PAGE;
  const form = { method: "POST", headers, body: searchParams, redirect: "manual" } as const;
  const answer = await fetch(`${baseUrl}/auth/program`, form);
  expect(answer.status).toBe(303);
  return new URL(answer.headers.get("location") ?? "");
}

/** A page of a program, on the same machine. */
const PROGRAM = "http://127.0.0.1:9/in";

test("a link in a mail leads to a button, and the button on to the program @once", async ({
  page,
}) => {
  // The program sends whoever arrives on to another of its addresses, as many do.
  const server = createServer((request, response) => {
    const { port } = server.address() as AddressInfo;
    if (request.url === "/in") {
      response.writeHead(302, { location: `http://localhost:${port}/home` });
    }
    response.end("The program");
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  const emailRedirectTo = `http://127.0.0.1:${port}/in`;
  const { email } = somebody();
  const { auth } = program();
  good(await auth.signInWithOtp({ email, options: { emailRedirectTo } }));
  const { link } = await letter(email, "sign-in link");
  await page.goto(link);
  await page.reload();
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(/^http:\/\/localhost:\d+\/home#/);
  server.close();
  const pairs = new URLSearchParams(new URL(page.url()).hash.slice(1));
  const access_token = pairs.get("access_token") ?? "";
  const refresh_token = pairs.get("refresh_token") ?? "";
  good(await auth.setSession({ access_token, refresh_token }));
  expect(good(await auth.getUser()).user.email).toBe(email);
});

test("a link without a page of a program says what it has done, and keeps no token @once", async ({
  page,
}) => {
  const { email } = somebody();
  const { auth } = program();
  good(await auth.signInWithOtp({ email }));
  const { code: token } = await letter(email, "sign-in link");
  const { session } = good(await auth.verifyOtp({ email, token, type: "email" }));
  const worked = page.getByText("Your link worked.");
  await page.goto(`/auth/arrived#access_token=${session?.access_token}&type=magiclink&sb=`);
  await expect(worked).toBeVisible();
  expect(new URL(page.url()).hash).toBe("");
  await page.goto("/auth/arrived?again#error=access_denied&error_code=otp_expired&sb=");
  await expect(page.getByText("A link that has expired, or was used before,")).toBeVisible();
  await expect(worked).toBeHidden();
  // An address that anybody made up.
  const asked = page.waitForResponse(/\/auth\/v1\/user$/);
  await page.goto("/auth/arrived?made-up#access_token=x&refresh_token=y&type=magiclink&sb=");
  expect((await asked).ok()).toBe(false);
  await expect(worked).toBeHidden();
  expect(new URL(page.url()).hash).toBe("");
});

test("a code from a mail signs somebody new in @once", async () => {
  const { email } = somebody();
  const { auth, events } = program();
  good(await auth.signInWithOtp({ email, options: { data: { city: "Durban" } } }));
  const { code: token } = await letter(email, "sign-in link");
  const { user } = good(await auth.verifyOtp({ email, token, type: "email" }));
  expect(user?.email).toBe(email);
  expect(user?.user_metadata).toEqual({ city: "Durban" });
  expect(events).toContain("SIGNED_IN");
  expect((await auth.verifyOtp({ email, token, type: "email" })).error).toMatchObject({
    status: 403,
    code: "otp_expired",
  });
});

test("a link leads back with a session @once", async () => {
  const { email } = somebody();
  const { auth } = program();
  const emailRedirectTo = `${baseUrl}/dashboard`;
  good(await auth.signInWithOtp({ email, options: { emailRedirectTo } }));
  const { link } = await letter(email, "sign-in link");
  const target = await follow(link);
  expect(target.origin + target.pathname).toBe(emailRedirectTo);
  const pairs = new URLSearchParams(target.hash.slice(1));
  const access_token = pairs.get("access_token") ?? "";
  const refresh_token = pairs.get("refresh_token") ?? "";
  good(await auth.setSession({ access_token, refresh_token }));
  expect(good(await auth.getUser()).user.email).toBe(email);
});

test("a forgotten password is set anew by a link and the program's secret @once", async () => {
  const { email, password } = somebody();
  good(await program().auth.signUp({ email, password }));
  const { auth, events } = program("pkce");
  good(await auth.resetPasswordForEmail(email, { redirectTo: `${baseUrl}/reset-password` }));
  const { link } = await letter(email, "Reset your password");
  const target = await follow(link);
  expect(target.hash).toBe("");
  const exchanged = good(await auth.exchangeCodeForSession(target.searchParams.get("code") ?? ""));
  expect(exchanged.user.email).toBe(email);
  good(await auth.updateUser({ password: "another lamp by the door" }));
  expect(events).toEqual(["INITIAL_SESSION", "PASSWORD_RECOVERY", "USER_UPDATED"]);
  const again = program().auth;
  expect((await again.signInWithPassword({ email, password })).error).toMatchObject({
    code: "invalid_credentials",
  });
  good(await again.signInWithPassword({ email, password: "another lamp by the door" }));
});

test("an e-mail address changes when both mailboxes agree @once", async () => {
  const { email, password } = somebody();
  const { email: next } = somebody();
  const { auth } = program();
  good(await auth.signUp({ email, password }));
  expect(
    good(await auth.updateUser({ email: next }, { emailRedirectTo: PROGRAM })).user.new_email,
  ).toBe(next);
  const half = await follow((await letter(email, "new e-mail")).link);
  expect(half.hash).toContain("message=Confirmation+link+accepted");
  const { code: token } = await letter(next, "new e-mail");
  const { user } = good(await auth.verifyOtp({ email: next, token, type: "email_change" }));
  expect(user?.email).toBe(next);
});

test("a second factor is enrolled, asked for and taken away @once", async ({ request }) => {
  const person = await signUp(request);
  await proveAddress(request, person);
  const { email, password } = person;
  const { auth, events } = program();
  good(await auth.signInWithPassword({ email, password }));
  const factor = good(await auth.mfa.enroll({ factorType: "totp", friendlyName: "Telephone" }));
  if (factor.type !== "totp") throw new Error("another kind of factor");
  expect(factor.totp.qr_code).toContain("data:image/svg+xml;utf-8,");
  const factorId = factor.id;
  const wrong = await auth.mfa.challengeAndVerify({ factorId, code: "12345" });
  expect(wrong.error).toMatchObject({ status: 422, code: "mfa_verification_failed" });
  good(await auth.mfa.challengeAndVerify({ factorId, code: code(factor.totp.secret) }));
  expect(events).toContain("MFA_CHALLENGE_VERIFIED");
  expect(good(await auth.mfa.getAuthenticatorAssuranceLevel())).toMatchObject({
    currentLevel: "aal2",
    nextLevel: "aal2",
  });
  // Elsewhere the password alone is not enough to change what protects the account.
  const other = program().auth;
  good(await other.signInWithPassword({ email, password }));
  expect(good(await other.mfa.getAuthenticatorAssuranceLevel())).toMatchObject({
    currentLevel: "aal1",
    nextLevel: "aal2",
  });
  const refused = await other.updateUser({ password: "another lamp by the door" });
  expect(refused.error).toMatchObject({ status: 401, code: "insufficient_aal" });
  expect((await other.mfa.unenroll({ factorId })).error).toMatchObject({
    code: "insufficient_aal",
  });
  expect(good(await auth.mfa.unenroll({ factorId })).id).toBe(factorId);
  expect(good(await auth.mfa.listFactors()).all).toEqual([]);
});

test("all seven events of the client are heard @once", async ({ request }) => {
  const person = await signUp(request);
  await proveAddress(request, person);
  const { email, password } = person;
  const { auth, events } = program("pkce");
  good(await auth.signInWithPassword({ email, password }));
  good(await auth.refreshSession());
  const factor = good(await auth.mfa.enroll({ factorType: "totp" }));
  if (factor.type !== "totp") throw new Error("another kind of factor");
  const answer = { factorId: factor.id, code: code(factor.totp.secret) };
  good(await auth.mfa.challengeAndVerify(answer));
  good(await auth.updateUser({ data: { heard: true } }));
  await auth.signOut();
  good(await auth.resetPasswordForEmail(email, { redirectTo: PROGRAM }));
  const { link } = await letter(email, "Reset your password");
  good(await auth.exchangeCodeForSession((await follow(link)).searchParams.get("code") ?? ""));
  expect(events).toEqual([
    "INITIAL_SESSION",
    "SIGNED_IN",
    "TOKEN_REFRESHED",
    "MFA_CHALLENGE_VERIFIED",
    "USER_UPDATED",
    "SIGNED_OUT",
    "PASSWORD_RECOVERY",
  ]);
});

test("a program with the service role administers, a person's token never does @once", async () => {
  const env = { ...process.env, EVERNEAR_PUBLIC_URL: baseUrl };
  const { stdout } = await promisify(execFile)(binary, ["service-token"], { env });
  const url = `${baseUrl}/auth/v1`;
  const admin = new AuthAdminApi({ url, headers: { Authorization: `Bearer ${stdout.trim()}` } });
  const { email, password } = somebody();
  const made = good(await admin.createUser({ email, password, email_confirm: true }));
  const id = made.user.id;
  expect(good(await admin.getUserById(id)).user.email).toBe(email);
  const page = good(await admin.listUsers({ page: 1, perPage: 1 }));
  expect(page.users).toHaveLength(1);
  expect("total" in page && page.total).toBeGreaterThanOrEqual(1);
  good(await admin.updateUserById(id, { app_metadata: { team: "lamps" } }));
  const { auth } = program();
  const signedIn = good(await auth.signInWithPassword({ email, password }));
  expect(signedIn.user.app_metadata).toMatchObject({ team: "lamps", provider: "email" });
  const link = good(await admin.generateLink({ type: "recovery", email }));
  const { hashed_token } = link.properties;
  // The first proof of the address ends the sessions of before.
  const { auth: recovered } = program();
  good(await recovered.verifyOtp({ type: "recovery", token_hash: hashed_token }));
  const guest = somebody().email;
  expect(good(await admin.inviteUserByEmail(guest)).user.invited_at).toBeTruthy();
  const { code: token } = await letter(guest, "invited");
  good(await program().auth.verifyOtp({ email: guest, token, type: "invite" }));
  good(await admin.updateUserById(id, { ban_duration: "1h" }));
  expect((await recovered.getUser()).error).toMatchObject({ status: 403, code: "user_banned" });
  const other = program().auth;
  const person = session(good(await other.signUp({ ...somebody() })));
  const headers = { Authorization: `Bearer ${person.access_token}` };
  const none = new AuthAdminApi({ url, headers });
  expect((await none.listUsers()).error).toMatchObject({ status: 403, code: "not_admin" });
});
