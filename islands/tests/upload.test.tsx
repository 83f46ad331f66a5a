import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { Creator } from "../src/creator/Creator";
import { sortBatch } from "../src/creator/upload/batch";
import type { CreatorProps } from "../src/generated/wire";
import { creation, cutOut, draft, photo, props, STORY, state } from "./support/makers";
import { fakeServer, fakeUploads, Refusal } from "./support/server";

const file = (name: string, type = "image/jpeg", bytes = 10) =>
  new File([new Uint8Array(bytes)], name, { type });

const create = () => screen.getByRole("button", { name: "Create My Memory" }) as HTMLButtonElement;

const chooser = () =>
  document.querySelector<HTMLInputElement>("input[type=file]") as HTMLInputElement;

/** Who is on the prints, in their order. */
const shown = () =>
  [...document.querySelectorAll(".photo figure img")].map((image) => image.getAttribute("alt"));

async function choose(...files: File[]) {
  await act(async () => {
    fireEvent.change(chooser(), { target: { files } });
  });
}

function withPhotos(count: number, change: Partial<CreatorProps> = {}) {
  const photos = Array.from({ length: count }, (_, index) => photo(`photo-${index + 1}`));
  return props({ state: state({ draft: draft({ photos, rights_confirmed: true }) }), ...change });
}

describe("a batch of files", () => {
  const six = 6 * 1024 * 1024;

  it("is turned away whole when one file is no image or over 6 MB", () => {
    const remark = { tone: "danger", message: "Only image files under 6MB are allowed." };
    const big = file("big.jpg", "image/jpeg", six + 1);
    expect(sortBatch([file("a.jpg"), file("a.pdf", "application/pdf")], 0)).toEqual({
      kept: [],
      remark,
    });
    expect(sortBatch([file("a.jpg"), big], 0)).toEqual({ kept: [], remark });
  });

  it("is kept up to three photos in all", () => {
    const files = [1, 2, 3, 4].map((n) => file(`${n}.jpg`));
    expect(sortBatch(files, 0).kept).toEqual(files.slice(0, 3));
    expect(sortBatch(files, 0).remark?.tone).toBe("info");
    expect(sortBatch(files, 2).kept).toEqual(files.slice(0, 1));
    expect(sortBatch(files.slice(0, 1), 0).remark).toBeNull();
  });

  it("may hold a phone's HEIC without a type, and exactly 6 MB", () => {
    expect(
      sortBatch([file("IMG_1.HEIC", ""), file("b.png", "image/png", six)], 0).remark,
    ).toBeNull();
  });

  it("says on the screen why nothing was added, and adds nothing", async () => {
    const sent = fakeUploads();
    render(<Creator {...withPhotos(1)} />);
    await choose(file("ok.jpg"), file("notes.txt", "text/plain"));
    expect(screen.getByRole("alert").textContent).toBe("Only image files under 6MB are allowed.");
    expect(screen.getByText("1/3 photos added")).toBeTruthy();
    expect(sent).toEqual([]);
  });
});

describe("an empty place", () => {
  it("leads to asking its person for the photo, but for one's own", async () => {
    render(<Creator {...withPhotos(0)} />);
    await userEvent.click(screen.getByText("Begin with the photos instead"));
    const links = screen.getAllByRole("link", { name: /^Ask somebody for it by link/ });
    expect(links.map((link) => link.getAttribute("href"))).toEqual([
      "/photo-requests?for=loved_one",
      "/photo-requests?for=friend",
    ]);
  });
});

describe("a photo going up", () => {
  it("is sent as it is, one request each, and counted when it has arrived", async () => {
    const sent = fakeUploads();
    render(<Creator {...withPhotos(1)} />);
    expect(screen.getByText("Please upload at least one more photo to continue")).toBeTruthy();
    const heic = file("Mum & me.heic", "");
    await choose(heic);
    expect(sent[0]?.address).toMatch(/^\/api\/photos\?who=loved_one&batch=[\w-]+$/);
    expect(sent[0]?.headers["Content-Type"]).toBe("application/octet-stream");
    expect(sent[0]?.body).toBe(heic);
    expect(create().disabled).toBe(true);
    await act(async () => sent[0]?.answer(200, photo("photo-2")));
    expect(screen.getByText("2/3 photos added")).toBeTruthy();
    expect(create().disabled).toBe(false);
  });

  it("can be tried again after it failed", async () => {
    const sent = fakeUploads();
    render(<Creator {...withPhotos(1)} />);
    await choose(file("a.jpg"));
    await act(async () => sent[0]?.onerror?.());
    await userEvent.click(screen.getByRole("button", { name: /^Try again/ }));
    await act(async () => sent[1]?.answer(200, photo("photo-2")));
    expect(screen.getByText("2/3 photos added")).toBeTruthy();
  });

  it("says why the server would not take it", async () => {
    const sent = fakeUploads();
    render(<Creator {...withPhotos(1)} />);
    await choose(file("a.jpg"));
    const problem = { code: "unsupported", message: "This is not a photo.", credits: null };
    await act(async () => sent[0]?.answer(415, problem));
    expect(screen.getByRole("alert").textContent).toBe("This is not a photo.");
    expect(screen.queryByText("a.jpg")).toBeNull();
    expect(screen.getByText("1/3 photos added")).toBeTruthy();
  });

  it("is sent in its turn, and refused with all that was chosen with it", async () => {
    const sent = fakeUploads();
    render(<Creator {...withPhotos(0)} />);
    await userEvent.click(screen.getByText("Begin with the photos instead"));
    await choose(file("a.jpg"), file("b.jpg"), file("c.jpg"));
    expect(sent).toHaveLength(1);
    await act(async () => sent[0]?.answer(200, photo("photo-1")));
    expect(sent).toHaveLength(2);
    expect(screen.getByText("1/3 photos added")).toBeTruthy();
    const message = "Only image files under 6MB are allowed.";
    await act(async () => sent[1]?.answer(415, { code: "unsupported", message, credits: null }));
    expect(screen.getByRole("alert").textContent).toBe(message);
    expect(screen.getByText("0/3 photos added")).toBeTruthy();
    expect(screen.queryByText("c.jpg")).toBeNull();
    expect(sent).toHaveLength(2);
    // The next batch is another one.
    await choose(file("d.jpg"));
    await act(async () => sent[2]?.answer(200, photo("photo-2")));
    expect(screen.getByText("1/3 photos added")).toBeTruthy();
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("says of a damaged one which it is, and that the others were not added", async () => {
    const sent = fakeUploads();
    render(<Creator {...withPhotos(1)} />);
    await choose(file("a.jpg"), file("b.jpg"));
    const message = "This photo is damaged.";
    await act(async () => sent[0]?.answer(422, { code: "bad_input", message, credits: null }));
    expect(screen.getByRole("alert").textContent).toBe(
      "a.jpg: This photo is damaged. None of the photos that you chose with it were added.",
    );
    expect(screen.getByText("1/3 photos added")).toBeTruthy();
  });

  it("stands where the person put it, whichever arrives first", async () => {
    const sent = fakeUploads();
    render(<Creator {...withPhotos(0)} />);
    await userEvent.click(screen.getByText("Begin with the photos instead"));
    await choose(file("a.jpg"), file("b.jpg"));
    await act(async () => sent[0]?.onerror?.());
    expect(sent[1]?.address).toContain("who=loved_one");
    await act(async () => sent[1]?.answer(200, photo("b", { who: "loved_one" })));
    // One that did not make it is not yet a photo.
    expect(screen.getByText("At least 2 photos required")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: /^Try again/ }));
    expect(sent[2]?.address).toContain("who=you");
    await act(async () => sent[2]?.answer(200, photo("a", { who: "you" })));
    expect(shown()).toEqual(["You", "Your loved one"]);
    expect(screen.queryByText("At least 2 photos required")).toBeNull();
  });
});

describe("'Create My Memory'", () => {
  it.each([
    [0, 50, false],
    [1, 50, false],
    [2, 50, true],
    [3, 25, true],
    [2, 24, false],
    [2, null, true],
  ])("with %i photos and %s credits is enabled: %s", async (photos, credits, enabled) => {
    const page = withPhotos(photos);
    if (page.state) page.state.credits = credits;
    render(<Creator {...page} />);
    if (photos === 0) await userEvent.click(screen.getByText("Begin with the photos instead"));
    expect(create().disabled).toBe(!enabled);
    expect(screen.getByText("This will use 25 credits")).toBeTruthy();
  });

  it("starts one creation on a double click", async () => {
    const server = fakeServer({ "creation/begin": () => creation() });
    render(<Creator {...withPhotos(2)} />);
    await userEvent.dblClick(create());
    await screen.findByText("Making your memory");
    expect(server.to("creation/begin")).toEqual([
      {
        key: "draft-1",
        kind: "video",
        rights_confirmed: true,
        terms_accepted: false,
        story: null,
        presentation: { shape: "portrait", people: null },
        recording: null,
        review: null,
      },
    ]);
  });

  it("asks for the right to use the photos, and for the terms where they are needed", async () => {
    const server = fakeServer({
      "creation/begin": () => creation(),
      "creator/remember": () => draft(),
    });
    const page = withPhotos(2, { terms_needed: true });
    if (page.state) page.state.draft.rights_confirmed = false;
    render(<Creator {...page} />);
    await userEvent.click(create());
    expect(screen.getAllByRole("alert")).toHaveLength(2);
    expect(server.to("creation/begin")).toEqual([]);
    for (const check of screen.getAllByRole("checkbox")) await userEvent.click(check);
    await userEvent.click(create());
    await screen.findByText("Making your memory");
    expect(server.to("creation/begin")[0]).toMatchObject({ terms_accepted: true });
    // What was chosen last is saved before the beginning, not after.
    const paths = server.calls
      .map((call) => call.path)
      .filter((path) => path !== "creator/cut_out");
    expect(paths).toEqual(["creator/remember", "creation/begin"]);
  });

  it("asks for the terms when the server does, though the page did not know", async () => {
    fakeServer({ "creation/begin": () => new Refusal(403, "terms_needed", "Please confirm.") });
    render(<Creator {...withPhotos(2)} />);
    expect(screen.getAllByRole("checkbox")).toHaveLength(2);
    await userEvent.click(create());
    await screen.findByText("Please confirm.");
    expect(screen.getAllByRole("checkbox")).toHaveLength(3);
  });

  it("sends the page's own kind, or the chosen one", async () => {
    const server = fakeServer({
      "creation/begin": () => creation(),
      "creator/remember": () => draft(),
    });
    render(<Creator {...withPhotos(2, { default_kind: "image" })} />);
    expect((screen.getByRole("radio", { name: /Picture/ }) as HTMLInputElement).checked).toBe(true);
    await userEvent.click(screen.getByRole("radio", { name: /Film/ }));
    await userEvent.click(create());
    await waitFor(() => expect(server.to("creation/begin")[0]).toMatchObject({ kind: "video" }));
  });

  it("says the true number when the server finds too few credits", async () => {
    fakeServer({
      "creation/begin": () => new Refusal(402, "insufficient_credits", "Not enough credits.", 10),
    });
    render(<Creator {...withPhotos(2)} />);
    await userEvent.click(create());
    await screen.findByText("Insufficient Credits");
    screen.getByText(
      "You need 25 credits to create this memory, but you only have 10 credits remaining.",
    );
    for (const name of ["Upgrade Now", "View Pricing Plans"]) {
      expect(screen.getByRole("link", { name }).getAttribute("href")).toBe("/pricing");
    }
    expect(create().disabled).toBe(true);
  });
});

describe("photos that are here", () => {
  it("stand where their people are, and change places", async () => {
    const server = fakeServer({ "creator/remember": () => draft() });
    const photos = [photo("nan", { who: "loved_one" }), photo("me")];
    const understood = {
      story: { ...STORY, people: ["grandmother" as const] },
      setting: null,
      view: null,
    };
    render(<Creator {...props({ state: state({ draft: draft({ photos, understood }) }) })} />);
    expect(shown()).toEqual(["You", "Your grandmother"]);
    await userEvent.click(screen.getByRole("button", { name: "Swap the two" }));
    await waitFor(() =>
      expect(server.to("creator/remember")[0]).toMatchObject({
        who: [
          ["nan", "you"],
          ["me", "loved_one"],
        ],
      }),
    );
  });

  it("make no memory without the two of them", async () => {
    const photos = [photo("nan", { who: "loved_one" }), photo("friend", { who: "friend" })];
    render(
      <Creator
        {...props({ state: state({ draft: draft({ photos, rights_confirmed: true }) }) })}
      />,
    );
    expect(create().disabled).toBe(true);
    expect(screen.getByText("Please add a photo of you first.")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Swap the two" })).toBeNull();
  });

  it("leave blank places for those who are not there yet, each with its own chooser", async () => {
    const sent = fakeUploads();
    render(<Creator {...withPhotos(1)} />);
    const choosers = document.querySelectorAll<HTMLInputElement>(".photos input[type=file]");
    expect(choosers).toHaveLength(2);
    const friend = choosers[1] as HTMLInputElement;
    await act(async () => void fireEvent.change(friend, { target: { files: [file("f.jpg")] } }));
    expect(sent[0]?.address).toContain("who=friend");
    expect(screen.getByText("Your loved one")).toBeTruthy();
  });

  it("go at once when removed, and come back when that failed", async () => {
    let answer: unknown = draft();
    fakeServer({ "creator/remove_photo": () => answer });
    render(<Creator {...withPhotos(2)} />);
    await userEvent.click(screen.getByRole("button", { name: "Remove your photo" }));
    expect(screen.getByText("1/3 photos added")).toBeTruthy();
    answer = new Refusal(503, "unavailable", "Please try again.");
    await userEvent.click(screen.getByRole("button", { name: "Remove your photo" }));
    await screen.findByText("Please try again.");
    expect(screen.getByText("1/3 photos added")).toBeTruthy();
  });

  it("leave the focus on their place's chooser when they are removed", async () => {
    fakeServer({ "creator/remove_photo": () => draft() });
    const sent = fakeUploads();
    const photos = [photo("me", { who: "you" }), photo("nan", { who: "loved_one" })];
    render(<Creator {...props({ state: state({ draft: draft({ photos }) }) })} />);
    const focused = () => document.activeElement?.closest("label")?.querySelector("b")?.textContent;
    await userEvent.click(screen.getByRole("button", { name: /^Remove the photo of/ }));
    expect(focused()).toBe("Your loved one");
    await userEvent.click(screen.getByRole("button", { name: "Remove your photo" }));
    expect(focused()).toBe("You");
    // One that is still going up, too.
    await choose(file("a.jpg"));
    expect(sent).toHaveLength(1);
    await userEvent.click(screen.getByRole("button", { name: "Remove a.jpg as your photo" }));
    expect(focused()).toBe("You");
  });

  it("leave it on the next empty place where another photo comes after them", async () => {
    fakeServer({ "creator/remove_photo": () => draft() });
    // Nobody said who they are: the second comes into the place of the first.
    render(<Creator {...withPhotos(2)} />);
    await userEvent.click(screen.getByRole("button", { name: "Remove your photo" }));
    expect(document.activeElement).toBe(chooser());
    expect(screen.getByRole("button", { name: "Remove your photo" })).toBeTruthy();
  });

  it("are replaced by what their place's chooser is opened for", async () => {
    const nobody = cutOut("", { certainty: "hopeless", picture_url: null, faces: [] });
    fakeServer({ "creator/remove_photo": () => draft(), "creator/cut_out": () => nobody });
    const photos = [photo("me", { who: "you" }), photo("nan", { who: "loved_one" })];
    render(<Creator {...props({ state: state({ draft: draft({ photos }) }) })} />);
    const opened = vi.spyOn(HTMLInputElement.prototype, "click");
    const another = "Choose another instead of the photo of your loved one";
    await userEvent.click(await screen.findByRole("button", { name: another }));
    expect(opened.mock.contexts).toEqual([chooser()]);
    expect(document.activeElement).toBe(chooser());
    expect(chooser().closest("label")?.textContent).toContain("Your loved one");
  });
});

describe("what can be pressed or chosen", () => {
  /** The names of all that has this role. */
  const namesOf = (role: string) => {
    const names: string[] = [];
    screen.queryAllByRole(role, { name: (name) => names.push(name) > 0 });
    return names;
  };

  it("has a name of its own, whatever the photos are", async () => {
    const face = { x: 0, y: 0, width: 1_000, height: 1_000 };
    const views: Record<string, ReturnType<typeof cutOut>> = {
      me: cutOut("me", { certainty: "hopeless", picture_url: null, faces: [] }),
      nan: cutOut("nan", { faces: [face, { ...face, x: 5_000 }], surroundings_url: null }),
    };
    let away = false;
    fakeServer({
      "creator/cut_out": ({ photo }) =>
        away ? new Refusal(503, "unavailable", "Away.") : views[String(photo)],
    });
    const photos = [photo("me", { who: "you" }), photo("nan", { who: "loved_one" })];
    const understood = { story: STORY, setting: null, view: null };
    const at = state({ draft: draft({ photos, understood }) });
    const seen: string[] = [];
    const look = () => {
      for (const role of ["button", "radio", "checkbox", "link"]) {
        const names = namesOf(role);
        expect(names.filter((name, index) => !name || names.indexOf(name) !== index)).toEqual([]);
        seen.push(...names);
      }
      const places = [...document.querySelectorAll("label.drop")].map((label) => label.textContent);
      expect(new Set(places).size).toBe(places.length);
    };
    const page = render(<Creator {...props({ state: at, terms_needed: true })} />);
    await screen.findByText("We see no face here. Use it anyway?");
    await screen.findByText("There is more than one person here. Who is meant?");
    look();
    page.unmount();

    away = true;
    render(<Creator {...props({ state: at })} />);
    expect(await screen.findAllByText(/^Away/)).toHaveLength(2);
    look();
    expect(seen).toContain("Look again at the photo of your loved one");
  });

  it("is told from the others though their files have one name", async () => {
    const sent = fakeUploads();
    render(<Creator {...withPhotos(0)} />);
    await userEvent.click(screen.getByText("Begin with the photos instead"));
    await choose(file("image.jpg"), file("image.jpg"));
    for (const index of [0, 1]) await act(async () => sent[index]?.onerror?.());
    for (const role of ["button", "progressbar"]) {
      const names = namesOf(role);
      expect(new Set(names).size).toBe(names.length);
    }
    expect(namesOf("button")).toContain("Try again with image.jpg as the photo of your loved one");
  });
});
