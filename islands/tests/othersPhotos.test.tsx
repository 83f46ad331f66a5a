// Photos that others add to a draft by link, while its creator is open.
import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { Creator } from "../src/creator/Creator";
import type { PhotoView } from "../src/generated/wire";
import { draft, photo, props, state } from "./support/makers";
import { fakeServer } from "./support/server";

const ME = photo("me", { who: "you" });
const DAD = photo("dad", { who: "loved_one" });

const opened = (photos: PhotoView[]) =>
  render(<Creator {...props({ state: state({ draft: draft({ photos }) }) })} />);

const answer = (photos: PhotoView[]) => () => ({
  key: draft().key,
  photos,
  begun: false,
  credits: 425,
  held: 0,
});

const comeBack = () => act(async () => document.dispatchEvent(new Event("visibilitychange")));

describe("a photo that somebody else added", () => {
  it("is shown, and then the server is told so", async () => {
    const server = fakeServer({ "creator/photos": answer([ME, DAD]) });
    opened([ME]);
    await screen.findByText("1/3 photos added");
    await comeBack();
    await screen.findByText("2/3 photos added");
    await waitFor(() =>
      expect(server.to("creator/photos")).toEqual([{ shown: ["me"] }, { shown: ["me", "dad"] }]),
    );
    expect(screen.getByText("425")).toBeTruthy();
  });

  it("is not told to be shown while the conversation is", async () => {
    const server = fakeServer({ "creator/photos": answer([DAD]) });
    opened([]);
    await comeBack();
    await comeBack();
    expect(server.to("creator/photos")).toEqual([{ shown: [] }, { shown: [] }]);
  });

  it("is not asked for while another is being removed", async () => {
    let removed = () => {};
    const server = fakeServer({
      "creator/photos": answer([DAD]),
      "creator/remove_photo": () =>
        new Promise((resolve) => {
          removed = () => resolve(draft({ photos: [DAD] }));
        }),
    });
    opened([ME, DAD]);
    await userEvent.click(await screen.findByRole("button", { name: "Remove your photo" }));
    await comeBack();
    expect(server.to("creator/photos")).toEqual([]);
    await act(async () => removed());
    await comeBack();
    expect(server.to("creator/photos")).toEqual([{ shown: ["dad"] }]);
  });
});
