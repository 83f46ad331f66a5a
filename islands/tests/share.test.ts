import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { offerSharing } from "../src/page/share";

const LINK = "https://evernear.example/m/0123";
const button = (name: string) => document.querySelector<HTMLButtonElement>(`[data-${name}]`);
const said = () => document.querySelector("[data-link-said]")?.textContent;

beforeEach(() => {
  document.body.innerHTML = `<input readonly value="${LINK}" data-link>
    <button hidden data-share-link></button><button hidden data-copy-link></button><p data-link-said></p>`;
});
afterEach(() => vi.unstubAllGlobals());

function browser(can: { share?: () => Promise<void>; copies?: boolean }) {
  const writeText = vi.fn(async () => {
    if (!can.copies) throw new Error("refused");
  });
  vi.stubGlobal("navigator", { share: can.share, clipboard: { writeText } });
  offerSharing();
  return writeText;
}

it("offers the share sheet only where there is one", async () => {
  browser({ copies: true });
  expect(button("share-link")?.hidden).toBe(true);
  expect(button("copy-link")?.hidden).toBe(false);
});

it("hands the link to the share sheet", async () => {
  const share = vi.fn(async () => {});
  browser({ share });
  expect(button("share-link")?.hidden).toBe(false);
  button("share-link")?.click();
  expect(share).toHaveBeenCalledWith({ url: LINK });
});

it("copies the link and says so", async () => {
  const writeText = browser({ copies: true });
  button("copy-link")?.click();
  await vi.waitFor(() => expect(said()).toBe("The link is copied."));
  expect(writeText).toHaveBeenCalledWith(LINK);
});

it("selects the link where the browser does not let it be copied", async () => {
  browser({ copies: false });
  const field = document.querySelector<HTMLInputElement>("[data-link]");
  const select = vi.spyOn(field as HTMLInputElement, "select");
  button("copy-link")?.click();
  await vi.waitFor(() => expect(said()).toContain("copy it yourself"));
  expect(select).toHaveBeenCalledOnce();
  expect(document.activeElement).toBe(field);
});
