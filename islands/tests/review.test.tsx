import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { Creator } from "../src/creator/Creator";
import type { CreationView, ReviewView } from "../src/generated/wire";
import { creation, draft, photo, props, STEPS, state } from "./support/makers";
import { fakeServer, Refusal } from "./support/server";

const OPEN: ReviewView = {
  open: true,
  minutes_left: 1440,
  others_left: 2,
  replacing: false,
  replacing_failed: false,
};

const waiting = (change: Partial<ReviewView> = {}): CreationView =>
  creation({
    progress: 45,
    plan: ["1."],
    steps: STEPS,
    image_url: "/media/picture.jpg",
    review: { ...OPEN, ...change },
  });

const shown = (view: CreationView) =>
  render(<Creator {...props({ state: state({ creation: view }) })} />);

describe("looking at the picture first", () => {
  it("shows the picture, what is held, and the three ways on", () => {
    shown(waiting());
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Your picture is here");
    const picture = screen.getByAltText("Your picture, before it moves") as HTMLImageElement;
    expect(picture.getAttribute("src")).toBe("/media/picture.jpg");
    expect(screen.getByText(/for another 24 hours/)).toBeTruthy();
    expect(screen.getByText(/Your 25 credits are held until you choose/)).toBeTruthy();
    for (const name of ["Make the Film", "Another Picture", "Stop"])
      expect(screen.getByRole("button", { name })).toBeTruthy();
  });

  it("makes the film of it", async () => {
    const server = fakeServer({
      "creation/decide": () => waiting({ open: false, others_left: 0 }),
    });
    shown(waiting());
    await userEvent.click(screen.getByRole("button", { name: "Make the Film" }));
    await screen.findByText("Making your memory");
    expect(server.to("creation/decide")).toEqual([{ id: "creation-1", decision: "film" }]);
    expect(screen.getByText(/Your memory carries on and waits/)).toBeTruthy();
  });

  it("asks for another, and keeps this one in sight meanwhile", async () => {
    const server = fakeServer({
      "creation/decide": () => waiting({ open: false, replacing: true, others_left: 1 }),
    });
    shown(waiting());
    await userEvent.click(screen.getByRole("button", { name: "Another Picture" }));
    await screen.findByText(/Another picture is being made/);
    expect(server.to("creation/decide")).toEqual([{ id: "creation-1", decision: "another" }]);
    expect(screen.getByAltText("Your picture, before it moves")).toBeTruthy();
    expect(screen.getByText(/waits for you on your dashboard, for a day/)).toBeTruthy();
  });

  it("offers no other picture when none is left, and says when another failed", () => {
    shown(waiting({ others_left: 0, replacing_failed: true, minutes_left: 42 }));
    expect(screen.queryByRole("button", { name: "Another Picture" })).toBeNull();
    expect(screen.getByText("There are no other pictures left.")).toBeTruthy();
    expect(screen.getByText(/could not be made just now/)).toBeTruthy();
    expect(screen.getByText(/for another 42 minutes/)).toBeTruthy();
  });

  it("asks before it stops, and says what comes back and what goes", async () => {
    const server = fakeServer({
      "creation/cancel": () => creation({ status: "cancelled", credits: 50 }),
    });
    shown(waiting());
    await userEvent.click(screen.getByRole("button", { name: "Stop" }));
    expect(screen.getByText(/Your 25 credits come back, and the picture/)).toBeTruthy();
    expect(server.calls).toEqual([]);
    await userEvent.click(screen.getByRole("button", { name: "Stop here" }));
    await screen.findByText("You have 50 credits.");
  });

  it("says why a decision was refused, and keeps the picture", async () => {
    fakeServer({ "creation/decide": () => new Refusal(409, "conflict") });
    shown(waiting());
    await userEvent.click(screen.getByRole("button", { name: "Another Picture" }));
    await screen.findByRole("alert");
    expect(screen.getByRole("button", { name: "Make the Film" })).toBeTruthy();
  });

  it("asks the server seldom while the next step is the person's, and often after it", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const pass = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));
    let now = waiting();
    const server = fakeServer({
      "creation/watch": () => now,
      "creation/decide": () => now,
    });
    shown(now);
    await pass(29_000);
    expect(server.to("creation/watch")).toHaveLength(0);
    now = waiting({ open: false });
    await act(async () => screen.getByRole("button", { name: "Make the Film" }).click());
    await pass(4_000);
    expect(server.to("creation/watch").length).toBeGreaterThan(0);
    vi.useRealTimers();
  });
});

describe("choosing to look first", () => {
  beforeEach(() => {
    vi.useRealTimers();
  });

  const upload = (change: Parameters<typeof draft>[0], byDefault: boolean) =>
    render(
      <Creator
        {...props({
          review_by_default: byDefault,
          state: state({
            draft: draft({ photos: [photo("a"), photo("b")], rights_confirmed: true, ...change }),
          }),
        })}
      />,
    );
  const box = () => screen.getByRole<HTMLInputElement>("checkbox", { name: /picture first/ });

  it("is as the operator has it until the person chooses, and is kept and sent", async () => {
    const server = fakeServer({
      "creator/remember": () => draft(),
      "creation/begin": () => creation(),
    });
    upload({}, true);
    expect(box().checked).toBe(true);
    await userEvent.click(box());
    expect(box().checked).toBe(false);
    await userEvent.click(screen.getByRole("button", { name: "Create My Memory" }));
    await waitFor(() =>
      expect(server.to("creation/begin")[0]).toMatchObject({ review: false, kind: "video" }),
    );
    expect(server.to("creator/remember").at(-1)).toMatchObject({ review: false });
  });

  it("is not offered for a picture alone", () => {
    upload({ kind: "image" }, true);
    expect(screen.queryByRole("checkbox", { name: /picture first/ })).toBeNull();
  });
});
