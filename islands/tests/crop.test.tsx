import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { Creator } from "../src/creator/Creator";
import {
  atLevel,
  cropOf,
  dragged,
  LEVELS,
  levelOf,
  MIDDLE,
  moved,
  room,
  WHOLE,
  windowOf,
  zoomed,
} from "../src/creator/upload/crop";
import { pressed } from "../src/creator/upload/cropKeys";
import type { Crop } from "../src/generated/wire";
import { draft, photo, props, state } from "./support/makers";
import { fakeServer } from "./support/server";

const upright = photo("a", {
  width: 600,
  height: 1200,
  suggested: { x: 0, y: 1875, width: WHOLE, height: 6250 },
});
const wide = photo("b", {
  width: 1600,
  height: 800,
  suggested: { x: 3000, y: 0, width: 4000, height: WHOLE },
});

/** Inside the photo, and as the window is. */
function expectSound(crop: Crop, { width, height }: { width: number; height: number }) {
  expect(Math.min(crop.x, crop.y)).toBeGreaterThanOrEqual(0);
  expect(crop.x + crop.width).toBeLessThanOrEqual(WHOLE);
  expect(crop.y + crop.height).toBeLessThanOrEqual(WHOLE);
  expect((crop.width * width) / (crop.height * height)).toBeCloseTo(0.8, 2);
}

describe("the part of a photo that is shown", () => {
  it("is the suggested one until one is chosen", () => {
    expect(cropOf(upright)).toEqual(upright.suggested);
    const chosen = { x: 1, y: 2, width: 400, height: 250 };
    expect(cropOf({ ...upright, chosen })).toEqual(chosen);
  });

  it.each([
    ["upright", upright],
    ["wide", wide],
  ])("stays inside and unstretched wherever it goes: %s", (_, one) => {
    for (const closer of [0.1, 0.9, 1.3, 4, 100]) {
      for (const [right, down] of [
        [0, 0],
        [-WHOLE, WHOLE],
        [WHOLE, -WHOLE],
        [333.3, -7.7],
      ] as const) {
        expectSound(moved(zoomed(one, cropOf(one), closer), right, down), one);
      }
    }
  });

  it("has the shape of the whole photo where it is a keepsake's", () => {
    const whole = { x: 0, y: 0, width: WHOLE, height: WHOLE };
    const drawing = photo("c", { width: 1200, height: 900, who: "keepsake", suggested: whole });
    expect(windowOf(drawing)).toBeCloseTo(4 / 3);
    expect(windowOf({ ...drawing, who: "friend" })).toBe(0.8);
    const close = zoomed(drawing, whole, 2);
    expect(close).toMatchObject({ x: 2_500, y: 2_500, width: 5_000, height: 5_000 });
    expect(zoomed(drawing, close, 0.1)).toEqual(whole);
    expect(levelOf(drawing, whole)).toBe(0);
    // Its ratio times its height is not quite its width, as computers count.
    const letter = { ...drawing, width: 2048, height: 1151 };
    expect(zoomed(letter, zoomed(letter, whole, 2), 0.1)).toEqual(whole);
    const strip = { ...drawing, width: 100, height: 30_000 };
    expect(windowOf(strip)).toBe(0.6);
  });

  it("comes back to the widest view, and says when there is no more room", () => {
    const close = zoomed(wide, cropOf(wide), 100);
    expect(room(wide, close)).toEqual({ closer: false, wider: true });
    expect(room(wide, zoomed(wide, close, 0.001))).toEqual({ closer: true, wider: false });
  });

  it("keeps in its place what is looked at closer", () => {
    const before = { x: 1_000, y: 2_000, width: 8_000, height: 5_000 };
    const corner = zoomed(upright, before, 2, { x: 0, y: 0 });
    expect(corner).toMatchObject({ x: 1_000, y: 2_000, width: 4_000, height: 2_500 });
    const right = zoomed(upright, before, 2, { x: 1, y: 0.5 });
    expect(right.x + right.width).toBe(9_000);
    expect(right.y + right.height / 2).toBe(4_500);
    expect(dragged(before, { x: 0.25, y: 0.2 }, MIDDLE)).toMatchObject({ x: 0, y: 500 });
  });

  it.each([
    ["upright", upright],
    ["wide", wide],
    ["a strip", photo("c", { width: 12_000, height: 500 })],
    ["a tall strip", photo("d", { width: 300, height: 6_000 })],
  ])("has levels of zoom that lead back to themselves: %s", (_, one) => {
    const whole = zoomed(one, cropOf(one), 0.001);
    expect(levelOf(one, whole)).toBe(0);
    let before = WHOLE + 1;
    for (let level = 0; level <= LEVELS; level += 20) {
      const crop = atLevel(one, whole, level);
      expect(levelOf(one, crop)).toBe(level);
      expect(crop.width).toBeLessThan(before);
      // The server keeps no less.
      expect(Math.min(crop.width, crop.height)).toBeGreaterThanOrEqual(100);
      before = crop.width;
    }
  });
});

describe("a key", () => {
  const middle = { x: 3_000, y: 3_000, width: 4_000, height: 2_500 };
  const said = (key: string, crop: Crop = middle) => pressed(upright, crop, key, false)?.said;

  it("moves the photo as dragging does, further with Shift", () => {
    for (const [key, x, y] of [
      ["ArrowLeft", 160, 0],
      ["ArrowRight", -160, 0],
      ["ArrowUp", 0, 100],
      ["ArrowDown", 0, -100],
    ] as const) {
      const near = pressed(upright, middle, key, false)?.crop;
      expect(near).toEqual({ ...middle, x: 3_000 + x, y: 3_000 + y });
      const far = pressed(upright, middle, key, true)?.crop;
      expect(far).toEqual({ ...middle, x: 3_000 + 5 * x, y: 3_000 + 5 * y });
    }
    expect(said("ArrowLeft")).toBe("Moved left");
    expect(said("ArrowLeft", { ...middle, x: 5_990 })).toBe("As far left as it goes");
    expect(said("ArrowLeft", { ...middle, x: 6_000 })).toBe("As far left as it goes");
    expect(said("ArrowDown", { ...middle, y: 0 })).toBe("As far down as it goes");
  });

  it("zooms until it cannot, and says how far it is", () => {
    const width = (key: string) => pressed(upright, middle, key, false)?.crop.width ?? 0;
    expect(width("+") * 1.15).toBeCloseTo(4_000, -1);
    expect(said("=")).toBe("Zoom 288%");
    expect(width("-") / 1.15).toBeCloseTo(4_000, -1);
    expect(said("−")).toBe("Zoom 217%");
    const close = zoomed(upright, middle, 100);
    expect(pressed(upright, close, "+", false)).toEqual({
      crop: close,
      said: "As close as it goes",
    });
    const all = zoomed(upright, middle, 0.01);
    expect(pressed(upright, all, "-", false)).toEqual({ crop: all, said: "As wide as it goes" });
  });

  it("puts the suggestion back, and is left alone where it means nothing", () => {
    for (const key of ["0", "Home"]) {
      expect(pressed(upright, middle, key, false)?.crop).toEqual(upright.suggested);
    }
    for (const key of ["Tab", "Enter", "a"])
      expect(pressed(upright, middle, key, false)).toBe(null);
  });
});

describe("adjusting a photo", () => {
  const page = () =>
    props({ state: state({ draft: draft({ photos: [upright, wide], rights_confirmed: true }) }) });
  const adjust = () => screen.getByRole("button", { name: "Adjust your photo" });
  const stage = () => screen.getByRole("application", { name: "Photo, to move and zoom" });
  const picture = () => stage().querySelector("img") as HTMLImageElement;
  const dialog = () => within(screen.getByRole("dialog", { name: "Adjust your photo" }));
  const zoom = () => dialog().getByRole<HTMLInputElement>("slider", { name: "Zoom" });
  const opened = async () => {
    const server = fakeServer({ "creator/remember": () => draft() });
    render(<Creator {...page()} />);
    await userEvent.click(adjust());
    const frame = stage().firstElementChild as HTMLElement;
    frame.getBoundingClientRect = () => ({ left: 20, top: 10, width: 320, height: 400 }) as DOMRect;
    return server;
  };
  const saved = async (server: ReturnType<typeof fakeServer>) => {
    await waitFor(() => expect(server.to("creator/remember")).toHaveLength(1));
    return server.to("creator/remember")[0] as { crops: [string, Crop][] };
  };
  const kept = async (server: ReturnType<typeof fakeServer>) => {
    const { crops } = await saved(server);
    expect(crops.map(([id]) => id)).toEqual(["a"]);
    return crops[0]?.[1] as Crop;
  };
  const at = (type: "Down" | "Move" | "Up" | "Cancel", id: number, x: number, y: number) =>
    act(async () => {
      const place = { pointerId: id, button: 0, clientX: x, clientY: y };
      fireEvent[`pointer${type}`](stage(), place);
    });

  it("needs nothing but keys, says what they did, and gives the focus back", async () => {
    const server = await opened();
    expect(document.activeElement).toBe(stage());
    const help = stage().getAttribute("aria-describedby")?.split(" ") ?? [];
    const told = help.map((id) => document.getElementById(id)?.textContent?.slice(0, 14));
    expect(told).toEqual(["Drag the photo", "Arrow keys mov"]);
    await userEvent.keyboard("+");
    expect(dialog().getByRole("status").textContent).toBe("Zoom 115%");
    await userEvent.keyboard("{ArrowUp}");
    const first = dialog().getByText("Moved up");
    await userEvent.keyboard("{Shift>}{ArrowUp}{/Shift}");
    // Another element, or the same words would not be said again.
    expect(dialog().getByText("Moved up")).not.toBe(first);
    await userEvent.click(dialog().getByRole("button", { name: "Done" }));
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(document.activeElement).toBe(adjust());
    const crop = await kept(server);
    expect(crop.width).toBeLessThan(WHOLE);
    expect(crop.y).toBeGreaterThan(2_500);
    expectSound(crop, upright);
  });

  it("leaves the browser's own keys alone", async () => {
    const server = await opened();
    const before = picture().getAttribute("style");
    expect(fireEvent.keyDown(stage(), { key: "+", ctrlKey: true })).toBe(true);
    expect(fireEvent.keyDown(stage(), { key: "Tab" })).toBe(true);
    expect(picture().getAttribute("style")).toBe(before);
    expect(fireEvent.keyDown(stage(), { key: "ArrowUp" })).toBe(false);
    expect(await kept(server)).toMatchObject({ x: 0, y: 2_125 });
  });

  it("zooms by a slider, and goes back to what was suggested", async () => {
    const server = await opened();
    expect([zoom().value, zoom().getAttribute("aria-valuetext")]).toEqual(["0", "100%"]);
    await act(async () => void fireEvent.change(zoom(), { target: { value: "100" } }));
    expect(zoom().getAttribute("aria-valuetext")).toBe("667%");
    await userEvent.click(dialog().getByRole("button", { name: "Reset" }));
    expect(zoom().value).toBe("0");
    expect(dialog().getByRole("status").textContent).toBe("As it was suggested");
    expect(await kept(server)).toEqual(upright.suggested);
  });

  it("works by dragging and by pinching, without a word", async () => {
    const server = await opened();
    await at("Down", 1, 100, 100);
    await at("Move", 1, 100, 60);
    // Up by a tenth of the window: a tenth more of what is below.
    expect(picture().style.top).toBe(`${-((1875 + 625) / 6250) * 100}%`);
    // Beyond its end and back again it is under the finger as before.
    await at("Move", 1, 100, -9_000);
    await at("Move", 1, 100, 60);
    expect(picture().style.top).toBe(`${-((1875 + 625) / 6250) * 100}%`);
    await at("Down", 2, 200, 60);
    await at("Move", 2, 300, 60);
    await at("Up", 1, 100, 60);
    await at("Up", 2, 300, 60);
    expect(dialog().getByRole("status").textContent).toBe("");
    const crop = await kept(server);
    expect(crop.width).toBe(WHOLE / 2);
    expectSound(crop, upright);
  });

  it("brings to the middle what is touched, and only that", async () => {
    const server = await opened();
    await at("Down", 1, 180, 310);
    await at("Up", 1, 180, 310);
    // A quarter of the window below its middle.
    const lower = `${-((1875 + 1562.5 + 0.5) / 6250) * 100}%`;
    expect(picture().style.top).toBe(lower);
    await at("Down", 1, 100, 100);
    await at("Cancel", 1, 100, 100);
    expect(picture().style.top).toBe(lower);
    await at("Down", 1, 100, 100);
    await at("Move", 1, 100, 108);
    await at("Up", 1, 100, 108);
    expect(await kept(server)).toMatchObject({ x: 0, y: 3_438 - 125 });
  });

  it("zooms by the wheel where the pointer is, and keeps the page where it is", async () => {
    const server = await opened();
    const corner = { clientX: 20, clientY: 10, bubbles: true, cancelable: true };
    // happy-dom's own event of the wheel has no place.
    const wheel = Object.assign(new MouseEvent("wheel", corner), { deltaY: -500, deltaMode: 0 });
    await act(async () => void stage().dispatchEvent(wheel));
    expect(wheel.defaultPrevented).toBe(true);
    expect(await kept(server)).toEqual({ x: 0, y: 1_875, width: 5_000, height: 3_125 });
  });

  it("does nothing before it is asked for", async () => {
    const server = fakeServer({ "creator/remember": () => draft() });
    render(<Creator {...page()} />);
    const frame = screen.getByRole("img", { name: "You" }).parentElement as HTMLElement;
    fireEvent.pointerDown(frame, { pointerId: 1, clientX: 0, clientY: 0 });
    fireEvent.pointerMove(frame, { pointerId: 1, clientX: 0, clientY: 50 });
    expect(server.to("creator/remember")).toEqual([]);
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});
