/** A fault of ours inside an island: words and a way on, never a blank page. */
import { act } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { mount as mountAdmin } from "../src/admin";
import { mount as mountCreator } from "../src/creator";
import type { AdminProps, CreatorProps } from "../src/generated/wire";

vi.mock("../src/lib/rules", async (original) => ({
  ...(await original<object>()),
  loadRules: async () => {},
}));

beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation(() => {});
});
afterEach(() => vi.restoreAllMocks());

test.each([
  ["creator", (place: HTMLElement) => mountCreator(place, { state: {} } as CreatorProps)],
  ["admin", (place: HTMLElement) => mountAdmin(place, { query: null } as unknown as AdminProps)],
])("the %s island", async (_, mount) => {
  const place = document.createElement("div");
  await act(async () => mount(place));
  expect(place.querySelector("[role=alert]")?.textContent).toBe(
    "Something went wrong. Please refresh the page.",
  );
  expect(place.querySelector("button")?.textContent).toBe("Refresh the page");
});
