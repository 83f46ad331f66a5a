import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { Creator } from "../src/creator/Creator";
import { cropOf, moved, room, WHOLE, zoomed } from "../src/creator/upload/crop";
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

  it("comes back to the widest view, and says when there is no more room", () => {
    const close = zoomed(wide, cropOf(wide), 100);
    expect(room(wide, close)).toEqual({ closer: false, wider: true });
    expect(room(wide, zoomed(wide, close, 0.001))).toEqual({ closer: true, wider: false });
  });
});

describe("adjusting a photo", () => {
  const page = () =>
    props({ state: state({ draft: draft({ photos: [upright, wide], rights_confirmed: true }) }) });
  const opened = async () => {
    const server = fakeServer({ "creator/remember": () => draft() });
    render(<Creator {...page()} />);
    await userEvent.click(screen.getByRole("button", { name: "Adjust your photo" }));
    return server;
  };
  const saved = async (server: ReturnType<typeof fakeServer>) => {
    await waitFor(() => expect(server.to("creator/remember")).toHaveLength(1));
    return server.to("creator/remember")[0] as { crops: [string, Crop][] };
  };

  it("works by buttons, and is kept", async () => {
    const server = await opened();
    await userEvent.click(screen.getByRole("button", { name: "Zoom in" }));
    await userEvent.click(screen.getByRole("button", { name: "Show more below" }));
    const { crops } = await saved(server);
    expect(crops).toHaveLength(1);
    const [id, crop] = crops[0] as [string, Crop];
    expect(id).toBe("a");
    expect(crop.width).toBeLessThan(WHOLE);
    expect(crop.y).toBeGreaterThan(1875);
    expectSound(crop, upright);
  });

  it("works by dragging and by pinching", async () => {
    const server = await opened();
    const picture = screen.getByRole("img", { name: "You" });
    const frame = picture.parentElement as HTMLElement;
    frame.getBoundingClientRect = () => ({ width: 320, height: 400 }) as DOMRect;
    const at = (type: "Down" | "Move" | "Up", id: number, x: number, y: number) =>
      act(async () => {
        const place = { pointerId: id, clientX: x, clientY: y };
        if (type === "Down") fireEvent.pointerDown(frame, place);
        if (type === "Move") fireEvent.pointerMove(frame, place);
        if (type === "Up") fireEvent.pointerUp(frame, place);
      });
    await at("Down", 1, 100, 100);
    await at("Move", 1, 100, 60);
    // Up by a tenth of the window: a tenth more of what is below.
    expect(picture.style.top).toBe(`${-((1875 + 625) / 6250) * 100}%`);
    await at("Down", 2, 200, 60);
    await at("Move", 2, 300, 60);
    await at("Up", 1, 100, 60);
    await at("Up", 2, 300, 60);
    const [, crop] = (await saved(server)).crops[0] as [string, Crop];
    expect(crop.width).toBe(WHOLE / 2);
  });

  it("does nothing before it is asked for", async () => {
    const server = fakeServer({ "creator/remember": () => draft() });
    render(<Creator {...page()} />);
    const frame = screen.getByRole("img", { name: "You" }).parentElement as HTMLElement;
    fireEvent.pointerDown(frame, { pointerId: 1, clientX: 0, clientY: 0 });
    fireEvent.pointerMove(frame, { pointerId: 1, clientX: 0, clientY: 50 });
    expect(server.calls).toEqual([]);
  });
});
