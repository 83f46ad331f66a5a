import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { Creator } from "../src/creator/Creator";
import { placeName } from "../src/creator/settingPicture";
import { shownHour } from "../src/creator/upload/story";
import type { SettingView, UnderstoodView } from "../src/generated/wire";
import { draft, photo, props, state } from "./support/makers";
import { fakeServer, Refusal } from "./support/server";

const setting = (name: string, title: string, change: Partial<SettingView> = {}): SettingView => ({
  name,
  title,
  seen: null,
  kind: "outdoors",
  hour: "day",
  weather: "clear",
  ...change,
});

const VERANDA = setting("veranda", "On the veranda", { hour: "sunset" });
const BEACH = setting("beach", "On the beach", { seen: "by the sea", kind: "water" });
const KITCHEN = setting("kitchen", "In the kitchen", { kind: "indoors" });

const understood = (change: Partial<UnderstoodView> = {}): UnderstoodView => ({
  story: {
    people: [],
    setting: "veranda",
    view: "beach",
    features: [],
    name: null,
    activity: null,
    hour: null,
    weather: null,
    season: "summer",
    era: null,
    mood: null,
    language: null,
  },
  setting: VERANDA,
  view: BEACH,
  ...change,
});

function upload(view: UnderstoodView | null = understood()) {
  const photos = [photo("photo-1"), photo("photo-2")];
  const page = props({
    state: state({ draft: draft({ photos, rights_confirmed: true, understood: view }) }),
  });
  return render(<Creator {...page} />);
}

const chip = (name: RegExp) => screen.getByRole("button", { name });
const settings = () => ({ settings: [VERANDA, BEACH, KITCHEN] });

describe("what was understood", () => {
  it("is named with what is seen from there, and what is usual there", () => {
    expect(placeName(understood())).toBe("On the veranda by the sea");
    expect(placeName(understood({ view: KITCHEN }))).toBe("On the veranda");
    expect(placeName(understood({ setting: null }))).toBeNull();
    expect(shownHour(understood())).toBe("sunset");
  });

  it("is seen beside the conversation, and no place is where none was understood", () => {
    const messages = [{ role: "user" as const, content: "Tea with Dad on the veranda" }];
    const talk = (view: UnderstoodView) =>
      render(
        <Creator {...props({ state: state({ draft: draft({ messages, understood: view }) }) })} />,
      );
    const { unmount } = talk(understood());
    const print = screen.getByRole("figure");
    expect(print.textContent).toBe("On the veranda by the sea");
    expect(print.querySelector("img")?.getAttribute("src")).toMatch(
      /settings\/veranda\?view=beach/,
    );
    unmount();
    talk(understood({ setting: null, view: null }));
    expect(screen.queryByRole("figure")).toBeNull();
    expect(document.querySelector("img")).toBeNull();
  });

  it("stands as chips under the photos", () => {
    upload();
    expect(chip(/^Place:/).textContent).toBe("Place: On the veranda by the sea");
    expect(chip(/^Time of day:/).textContent).toBe("Time of day: Dusk");
    expect(chip(/^Weather:/).textContent).toBe("Weather: Clear");
    expect(chip(/^Season:/).textContent).toBe("Season: Summer");
  });

  it("says where no place was understood, and is not shown before there are words", () => {
    const nowhere = understood({ setting: null, view: null });
    const { unmount } = upload({ ...nowhere, story: { ...nowhere.story, setting: null } });
    expect(chip(/^Place:/).textContent).toBe("Place: Choose a place");
    expect(screen.getByText(/could not tell where this is/)).toBeTruthy();
    unmount();
    upload(null);
    expect(screen.queryByRole("button", { name: /^Place:/ })).toBeNull();
  });
});

describe("another choice", () => {
  it("of a place is found by a word, shown, kept and begun with", async () => {
    const server = fakeServer({
      "creator/settings": settings,
      "creator/remember": () => draft(),
      "creation/begin": () => new Refusal(503, "unavailable"),
    });
    upload();
    await userEvent.click(chip(/^Place:/));
    await screen.findByRole("button", { name: "On the beach" });
    await userEvent.type(screen.getByLabelText("Find a place"), "kitch");
    expect(screen.queryByRole("button", { name: "On the beach" })).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "In the kitchen" }));
    expect(chip(/^Place:/).textContent).toBe("Place: In the kitchen");
    expect(chip(/^Time of day:/).textContent).toBe("Time of day: Day");
    expect(screen.queryByRole("dialog")).toBeNull();
    const chosen = { ...understood().story, setting: "kitchen", view: null };
    await waitFor(() => expect(server.to("creator/remember")[0]).toMatchObject({ story: chosen }));
    await userEvent.click(screen.getByRole("button", { name: "Create My Memory" }));
    expect(server.to("creation/begin")[0]).toMatchObject({ story: chosen });
  });

  it("of a place begins where theirs is, and goes by what is looked for", async () => {
    const places = ["On the pier", "At the lake", "In the boat"].map((title) =>
      setting(title.split(" ")[2] ?? "", title, { kind: "water" }),
    );
    fakeServer({ "creator/settings": () => ({ settings: [...places, VERANDA] }) });
    const into = vi.spyOn(Element.prototype, "scrollIntoView");
    upload();
    await userEvent.click(chip(/^Place:/));
    await screen.findByRole("button", { name: "On the pier" });
    const names = [...document.querySelectorAll(".picture-choice")].map((one) => one.textContent);
    expect(names.filter((name) => name !== VERANDA.title)).toEqual([
      "In the boat",
      "At the lake",
      "On the pier",
    ]);
    expect(into.mock.contexts.map((one) => (one as Element).textContent)).toContain(VERANDA.title);
    into.mockRestore();
  });

  it("of an hour, a weather and a season shows the place with it", async () => {
    fakeServer({ "creator/remember": () => draft() });
    upload();
    for (const [part, option, asked] of [
      [/^Time of day:/, "Night", "view=beach&hour=night&season=summer"],
      [/^Weather:/, "Rain", "view=beach&hour=night&weather=rain&season=summer"],
      [/^Season:/, "Any season", "view=beach&hour=night&weather=rain"],
    ] as const) {
      await userEvent.click(chip(part));
      await userEvent.click(screen.getByRole("button", { name: option }));
      expect(chip(part).textContent).toContain(option);
      const shown = document.querySelector(".where-print img")?.getAttribute("src");
      expect(shown).toBe(`/media/settings/veranda?${asked}`);
    }
  });

  it("can be asked for again when the list did not come", async () => {
    let away = true;
    fakeServer({
      "creator/settings": () => (away ? new Refusal(503, "unavailable", "Away.") : settings()),
    });
    upload();
    await userEvent.click(chip(/^Place:/));
    await screen.findByText("Away.");
    away = false;
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    await screen.findByRole("button", { name: "On the beach" });
    await userEvent.click(screen.getByRole("button", { name: "Close" }));
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});
