import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { Creator } from "../src/creator/Creator";
import { sortBatch } from "../src/creator/upload/batch";
import type { CreatorProps, PhotoView } from "../src/generated/wire";
import { cutOut, draft, photo, props, state } from "./support/makers";
import { fakeServer, fakeUploads } from "./support/server";

const ME = photo("me", { who: "you" });
const NAN = photo("nan", { who: "loved_one" });
const CUP = photo("cup", { who: "keepsake" });
const NAME = /^A keepsake, if you like/;

const file = (name: string) => new File([new Uint8Array(10)], name, { type: "image/jpeg" });

const create = () => screen.getByRole("button", { name: "Create My Memory" }) as HTMLButtonElement;

const chooser = () => screen.getByLabelText(NAME) as HTMLInputElement;

function opened(photos: PhotoView[], page: Partial<CreatorProps> = {}) {
  const of = draft({ photos, rights_confirmed: true });
  render(<Creator {...props({ state: state({ draft: of }), ...page })} />);
}

describe("a keepsake", () => {
  it("has a place of its own, which says what becomes of it", async () => {
    const sent = fakeUploads();
    opened([ME, NAN]);
    expect(chooser().multiple).toBe(false);
    expect(chooser().closest("label")?.textContent).toContain(
      "A letter, a drawing, something they made. It is in the scene as a print.",
    );
    await act(async () => {
      fireEvent.change(chooser(), { target: { files: [file("letter.jpg")] } });
    });
    expect(sent[0]?.address).toMatch(/^\/api\/photos\?who=keepsake&batch=[\w-]+$/);
    expect(create().disabled).toBe(true);
    await act(async () => sent[0]?.answer(200, CUP));
    expect(screen.getByRole("img", { name: "A keepsake" })).toBeTruthy();
    expect(screen.getByText("2/3 photos added")).toBeTruthy();
    expect(create().disabled).toBe(false);
  });

  it("is none of the people: it is not counted, cut out, asked about or swapped", async () => {
    const server = fakeServer({
      "creator/cut_out": ({ photo }) => cutOut(String(photo)),
      "creator/remember": () => draft(),
    });
    opened([CUP, ME, NAN]);
    await screen.findByText(/^We could cut everyone out well/);
    expect(server.to("creator/cut_out").map(({ photo }) => photo)).toEqual(["me", "nan"]);
    expect(screen.getByText("2/3 photos added")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Touch up the keepsake" })).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Swap the two" }));
    await waitFor(() =>
      expect(server.to("creator/remember")[0]).toMatchObject({
        who: [
          ["cup", "keepsake"],
          ["me", "loved_one"],
          ["nan", "you"],
        ],
      }),
    );
  });

  it("makes no memory with one person, and is adjusted and removed as photos are", async () => {
    const server = fakeServer({ "creator/remove_photo": () => draft() });
    opened([CUP, ME]);
    expect(create().disabled).toBe(true);
    expect(screen.getByText("Please upload at least one more photo to continue")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Adjust the keepsake" })).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Remove the keepsake" }));
    expect(server.to("creator/remove_photo")).toEqual([{ id: "cup" }]);
    expect(document.activeElement).toBe(chooser());
  });

  it("that did not arrive is not left out without a word", async () => {
    const sent = fakeUploads();
    opened([ME, NAN]);
    await act(async () => {
      fireEvent.change(chooser(), { target: { files: [file("letter.jpg")] } });
    });
    await act(async () => sent[0]?.onerror?.());
    expect(create().disabled).toBe(true);
    expect(screen.getByText("Please try the keepsake again first, or remove it.")).toBeTruthy();
  });

  it("is one", () => {
    const files = [file("a.jpg"), file("b.jpg")];
    const remark = { tone: "info", message: "A memory holds one keepsake." };
    expect(sortBatch(files, 0, true)).toEqual({ kept: files.slice(0, 1), remark });
    expect(sortBatch(files, 1, true).kept).toEqual([]);
  });

  it("cannot be in what a model makes, which is said of one that was added before", () => {
    opened([ME, NAN, CUP], { composes_photos: false });
    expect(screen.queryByLabelText(NAME)).toBeNull();
    expect(screen.getByText(/so no keepsake can be in them\.$/)).toBeTruthy();
  });

  it("has no place where a model makes pictures", () => {
    opened([ME, NAN], { composes_photos: false });
    expect(screen.queryByLabelText(NAME)).toBeNull();
    expect(screen.queryByText(/no keepsake/)).toBeNull();
  });
});
