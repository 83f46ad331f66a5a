// Accounts for tests, each with an address and a name that nobody else has.
import { type APIRequestContext, expect } from "@playwright/test";
import { letter } from "./mails.ts";

export interface Person {
  email: string;
  password: string;
  username: string;
}

let made = 0;

export function somebody(): Person {
  made += 1;
  const unique = `${process.pid}-${Date.now().toString(36)}-${made}`;
  return {
    email: `mail-${unique}@evernear.example`,
    password: "correct horse battery",
    username: `Thandi ${unique}`,
  };
}

/** What our own pages say of themselves (see the server's origin check). */
export const FROM_OUR_PAGE = { "Sec-Fetch-Site": "same-origin" };

/** An account without walking through the form; the browser of `request` is signed in. */
export async function signUp(request: APIRequestContext, person = somebody()): Promise<Person> {
  const { email, password, username } = person;
  const answer = await request.post("/auth?mode=signup", {
    headers: FROM_OUR_PAGE,
    form: { email, password, username, terms: "yes" },
    maxRedirects: 0,
  });
  expect(answer.status(), await answer.text()).toBe(303);
  return person;
}

/** Opens a mail of theirs, which is what a second factor asks for, and keeps the password. */
export async function proveAddress(request: APIRequestContext, person: Person): Promise<void> {
  const send = (path: string, form: Record<string, string>) =>
    request.post(path, { headers: FROM_OUR_PAGE, form, maxRedirects: 0 });
  await send("/auth?view=magic_link", { email: person.email });
  const { link } = await letter(person.email, "sign-in link");
  const token = new URL(link).searchParams.get("token") ?? "";
  await send("/auth/link", { type: "magiclink", token });
  const chosen = await send("/reset-password", { password: person.password });
  expect(chosen.headers().location).toBe("/dashboard?password=updated");
}
