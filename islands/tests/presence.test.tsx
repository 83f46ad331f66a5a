import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { Creator } from "../src/creator/Creator";
import { listed, proposalOf, shownAs } from "../src/creator/upload/presence";
import { onBoard, onPhoto, strokeOf } from "../src/creator/upload/strokes";
import type { CutOutView, TouchUp } from "../src/generated/wire";
import { cutOut, draft, photo, props, state } from "./support/makers";
import { fakeServer, Refusal } from "./support/server";

function upload() {
  const photos = [photo("photo-1"), photo("photo-2")];
  const page = props({ state: state({ draft: draft({ photos, rights_confirmed: true }) }) });
  return render(<Creator {...page} />);
}

/** A server that cuts out as it is told, and keeps what was painted. */
function cutting(views: Record<string, Partial<CutOutView>>) {
  const kept: Record<string, TouchUp> = {};
  return fakeServer({
    "creator/cut_out": ({ photo, touch_up }) => {
      const id = String(photo);
      if (touch_up) kept[id] = touch_up as TouchUp;
      const touched = kept[id];
      const painted = touched && touched.strokes.length > 0;
      return cutOut(id, {
        ...views[id],
        ...(touched && { touch_up: touched }),
        ...(painted && { certainty: "certain", message: null, picture_url: "/painted.png" }),
      });
    },
    "creator/remember": () => draft(),
  });
}

const radio = (name: RegExp) => screen.getByRole<HTMLInputElement>("radio", { name });
const doubtful = { certainty: "plausible", message: "Please look at it closely." } as const;
const hopeless = { certainty: "hopeless", message: "Show us.", picture_url: null } as const;

describe("how people are shown", () => {
  it("is proposed by how certain the cut-outs are", () => {
    const of = (...views: Partial<CutOutView>[]) =>
      proposalOf(views.map((one, at) => ({ name: `photo ${at + 1}`, view: cutOut("p", one) })));
    expect(shownAs(null, of({}, {}))).toBe("scene");
    expect(shownAs(null, of({}, doubtful))).toBe("prints");
    expect(shownAs("scene", of({}, doubtful))).toBe("scene");
    expect(shownAs("scene", of({}, hopeless))).toBe("prints");
    expect(shownAs("prints", of({}, {}))).toBe("prints");
    expect(of(doubtful, {}, doubtful).doubtful).toEqual(["photo 1", "photo 3"]);
    expect(proposalOf([{ name: "your photo", view: null }]).ready).toBe(false);
    expect([listed(["a"]), listed(["a", "b"]), listed(["a", "b", "c"])]).toEqual([
      "a",
      "a and b",
      "a, b and c",
    ]);
  });

  it("says that all take the tone of one photo without colours, in the scene alone", async () => {
    const server = cutting({ "photo-2": { is_grey: true } });
    upload();
    await screen.findByText(
      "We could cut everyone out well. All of it will be without colour, as the photo of your loved one is.",
    );
    await userEvent.click(radio(/As prints/));
    await screen.findByText("We could cut everyone out well.");
    await waitFor(() => expect(server.to("creator/remember")).toHaveLength(1));
    const grey = { name: "a", view: cutOut("p", { is_grey: true }) };
    expect(proposalOf([grey, grey]).grey).toEqual([]);
  });

  it("is in the scene where all are certain, and can be prints", async () => {
    const server = cutting({});
    upload();
    await screen.findByText("We could cut everyone out well.");
    expect(radio(/^In the scene/).checked).toBe(true);
    expect(screen.getByAltText("You").getAttribute("src")).toContain("cut-out.png");
    await userEvent.click(radio(/^As prints/));
    expect(screen.getByAltText("You").getAttribute("src")).not.toContain("cut-out.png");
    await waitFor(() => expect(server.to("creator/remember")).toHaveLength(1));
    expect(server.to("creator/remember")[0]?.presentation).toEqual({
      shape: "portrait",
      people: "prints",
    });
  });

  it("is offered with a word where somebody should look first", async () => {
    const server = cutting({ "photo-2": doubtful });
    upload();
    await screen.findByText(
      "You can stand in the scene too. Please look closely at the photo of your loved one.",
    );
    expect(radio(/^As prints/).checked).toBe(true);
    expect(screen.getByText("Please look at it closely.")).toBeTruthy();
    await userEvent.click(radio(/^In the scene/));
    expect(radio(/^In the scene/).checked).toBe(true);
    await waitFor(() => expect(server.to("creator/remember")).toHaveLength(1));
  });

  it("says which photo keeps everybody from it, and why", async () => {
    cutting({ "photo-1": hopeless });
    upload();
    await screen.findByText(
      "Shown as prints, because your photo cannot stand in the scene as it is.",
    );
    expect(radio(/^In the scene/).disabled).toBe(true);
    expect(screen.getByText("Show us.")).toBeTruthy();
  });

  it("asks whether a photo without a face is used, and who of several is meant", async () => {
    const nobody = { certainty: "hopeless", message: "?", picture_url: null, faces: [] } as const;
    const face = { x: 0, y: 0, width: 1_000, height: 1_000 };
    cutting({
      "photo-1": { ...nobody, faces: [] },
      "photo-2": { ...nobody, faces: [face, { ...face, x: 5_000 }], surroundings_url: null },
    });
    upload();
    await screen.findByText("We see no face here. Use it anyway?");
    await userEvent.click(screen.getByRole("button", { name: "Use it: your photo" }));
    expect(screen.getByText("Used as it is, as a print.")).toBeTruthy();
    expect(screen.getByText("There is more than one person here. Who is meant?")).toBeTruthy();
    const create = screen.getByRole<HTMLButtonElement>("button", { name: "Create My Memory" });
    expect(create.disabled).toBe(true);
    expect(
      screen.getByText("Please show who is meant on the photo of your loved one first."),
    ).toBeTruthy();
  });

  it("can be looked at again where the line dropped", async () => {
    let away = true;
    fakeServer({
      "creator/cut_out": ({ photo }) =>
        away ? new Refusal(503, "unavailable", "Away.") : cutOut(String(photo)),
    });
    upload();
    expect(await screen.findAllByText(/^Away\./)).toHaveLength(2);
    away = false;
    await userEvent.click(screen.getByRole("button", { name: "Look again at your photo" }));
    await screen.findByText("We could cut everyone out well.");
  });
});

describe("the shape", () => {
  it("is chosen before creating", async () => {
    const server = cutting({});
    upload();
    expect(radio(/^Upright/).checked).toBe(true);
    await userEvent.click(radio(/^Wide/));
    await waitFor(() => expect(server.to("creator/remember")).toHaveLength(1));
    expect(server.to("creator/remember")[0]?.presentation).toEqual({
      shape: "landscape",
      people: null,
    });
  });
});

describe("a touch-up", () => {
  const part = { x: 2_000, y: 1_000, width: 5_000, height: 8_000 };

  it("is told in parts of the photo", () => {
    expect(onPhoto(part, { x: 0.5, y: 0.25 })).toEqual([4_500, 3_000]);
    expect(onPhoto(part, { x: -9, y: 9 })).toEqual([0, 10_000]);
    expect(onBoard(part, [4_500, 3_000])).toEqual({ x: 0.5, y: 0.25 });
    const spots = [0, 0.001, 0.002, 0.5, 0.501].map((x) => ({ x, y: 0 }));
    const stroke = strokeOf(part, true, 0.06, spots);
    expect(stroke.width).toBe(300);
    expect(stroke.points).toEqual([
      [2_000, 1_000],
      [4_500, 1_000],
      [4_505, 1_000],
    ]);
  });

  async function open() {
    await userEvent.click(await screen.findByRole("button", { name: "Touch up your photo" }));
    return within(screen.getByRole("dialog"));
  }

  it("is painted by keys, sent, undone, and lets everybody stand", async () => {
    const server = cutting({ "photo-1": hopeless });
    upload();
    const dialog = await open();
    const board = dialog.getByRole("application", { name: "Photo, to paint on" });
    board.focus();
    await userEvent.keyboard(" {ArrowRight}{ArrowDown} ");
    await waitFor(() => expect(server.to("creator/cut_out")).toHaveLength(3));
    const sent = server.to("creator/cut_out")[2]?.touch_up as TouchUp;
    expect(sent.strokes).toHaveLength(1);
    expect(sent.strokes[0]?.keep).toBe(true);
    expect(sent.strokes[0]?.points[0]).toEqual([5_000, 4_000]);
    await dialog.findByText("As you painted it.");
    await userEvent.click(dialog.getByRole("button", { name: "Undo" }));
    await waitFor(() => expect(server.to("creator/cut_out")).toHaveLength(4));
    expect(server.to("creator/cut_out")[3]?.touch_up).toEqual({ person: null, strokes: [] });
    await userEvent.click(dialog.getByRole("radio", { name: "This does not" }));
    board.focus();
    await userEvent.keyboard(" {ArrowLeft} ");
    await waitFor(() => expect(server.to("creator/cut_out")).toHaveLength(5));
    const rubbed = server.to("creator/cut_out")[4]?.touch_up as TouchUp;
    expect(rubbed.strokes.map((stroke) => stroke.keep)).toEqual([false]);
    await dialog.findByText("As you painted it.");
    await userEvent.click(dialog.getByRole("button", { name: "Done" }));
    await waitFor(() => expect(radio(/^In the scene/).checked).toBe(true));
  });

  it("asks who is meant where there are several", async () => {
    const several = {
      ...hopeless,
      surroundings_url: null,
      part: null,
      faces: [
        { x: 6_000, y: 2_000, width: 1_000, height: 1_000 },
        { x: 1_000, y: 2_000, width: 1_000, height: 1_000 },
      ],
    };
    const server = cutting({ "photo-1": several });
    upload();
    const dialog = await open();
    await userEvent.click(dialog.getByRole("button", { name: "Face 2 from the left" }));
    await waitFor(() => expect(server.to("creator/cut_out")).toHaveLength(3));
    expect(server.to("creator/cut_out")[2]?.touch_up).toEqual({
      person: [6_500, 2_500],
      strokes: [],
    });
  });

  it("goes on after its dialog is closed, keeps every stroke, and creating waits for it", async () => {
    const answers: (() => void)[] = [];
    const server = fakeServer({
      "creator/cut_out": async ({ photo, touch_up }) => {
        if (touch_up) await new Promise<void>((resolve) => answers.push(resolve));
        return cutOut(String(photo), touch_up ? { touch_up: touch_up as TouchUp } : {});
      },
    });
    upload();
    const strokes = () =>
      server
        .to("creator/cut_out")
        .flatMap((body) => (body.touch_up ? [(body.touch_up as TouchUp).strokes.length] : []));
    for (const count of [1, 2]) {
      const dialog = await open();
      const board = dialog.getByRole("application", { name: "Photo, to paint on" });
      await act(async () => fireEvent.keyDown(board, { key: " " }));
      await act(async () => fireEvent.keyDown(board, { key: " " }));
      await dialog.findByText("Looking at it again...");
      await userEvent.click(dialog.getByRole("button", { name: "Done" }));
      expect(strokes(), `painted ${count} times`).toEqual([1]);
    }
    await userEvent.click(screen.getByRole("button", { name: /^Create/ }));
    expect(server.to("creation/begin")).toHaveLength(0);
    await act(async () => answers.shift()?.());
    await waitFor(() => expect(strokes()).toEqual([1, 2]));
    expect(server.to("creation/begin")).toHaveLength(0);
    await act(async () => answers.shift()?.());
    await waitFor(() => expect(server.to("creation/begin")).toHaveLength(1));
  });

  it("is not lost where the line drops", async () => {
    let away = false;
    const server = fakeServer({
      "creator/cut_out": ({ photo, touch_up }) => {
        if (away) return new Refusal(503, "unavailable", "Away.");
        return cutOut(String(photo), touch_up ? { touch_up: touch_up as TouchUp } : {});
      },
    });
    upload();
    const dialog = await open();
    away = true;
    const board = dialog.getByRole("application", { name: "Photo, to paint on" });
    await act(async () => fireEvent.keyDown(board, { key: " " }));
    await act(async () => fireEvent.keyDown(board, { key: " " }));
    await dialog.findByText(/^Away\./);
    away = false;
    await userEvent.click(dialog.getByRole("button", { name: "Try again" }));
    await waitFor(() => expect(dialog.queryByText(/^Away\./)).toBeNull());
    const sent = server.to("creator/cut_out").at(-1)?.touch_up as TouchUp;
    expect(sent.strokes).toHaveLength(1);
  });
});
