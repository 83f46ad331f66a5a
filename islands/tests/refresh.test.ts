import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { refresh } from "../src/page/refresh";

const page = (name: string) =>
  `<main><dl data-refresh="Loading profile...">${name}</dl><input value="typed">` +
  `<template data-signed-out><p>Please sign in to view your profile.</p></template></main>`;

function answers(url: string, html: string, status = 200) {
  const response = new Response(html, { status });
  Object.defineProperty(response, "url", { value: new URL(url, location.href).href });
  vi.stubGlobal("fetch", () => Promise.resolve(response));
}

beforeEach(() => {
  document.body.innerHTML = page("Old name");
});

afterEach(() => {
  vi.unstubAllGlobals();
});

test("what is marked is brought up to date, and nothing that was typed is lost", async () => {
  const input = document.querySelector("input");
  answers("/profile", page("New name"));
  const done = refresh("/profile");
  expect(document.querySelector(".spinner")?.textContent).toBe("Loading profile...");
  await done;
  expect(document.querySelector("dl")?.textContent).toBe("New name");
  expect(document.querySelector("input")).toBe(input);
  expect(document.querySelector(".spinner")).toBeNull();
});

test("when the session has ended, the page says so", async () => {
  answers("/auth?mode=signin&next=/profile", "<main>Sign in</main>");
  await refresh("/profile");
  expect(document.body.textContent).toContain("Please sign in to view your profile.");
  expect(document.body.textContent).not.toContain("Old name");
});

test("on a bad line the page stays as it is", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("offline")));
  await refresh("/profile");
  expect(document.querySelector("dl")?.textContent).toBe("Old name");
  expect(document.querySelector(".spinner")).toBeNull();
});
