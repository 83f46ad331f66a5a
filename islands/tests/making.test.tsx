import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { Creator } from "../src/creator/Creator";
import { LivingPrint } from "../src/creator/making/LivingPrint";
import { filled } from "../src/creator/making/Segments";
import { linesOf } from "../src/creator/result/Thought";
import type { CreationView, CreatorProps } from "../src/generated/wire";
import { creation, draft, finished, photo, props, STEPS, STORY, state } from "./support/makers";
import { DOWN, fakeServer, Refusal } from "./support/server";

const PLAN = ["1. To capture the feeling of tea.", "2. A kettle.", "3. Make it."];

function watching(view: CreationView): CreatorProps {
  return props({ state: state({ creation: view, credits: view.credits }) });
}

/** With two photos and the right to use them, somebody creates their memory. */
async function begin() {
  const photos = [photo("a"), photo("b")];
  render(
    <Creator {...props({ state: state({ draft: draft({ photos, rights_confirmed: true }) }) })} />,
  );
  await act(async () => screen.getByRole("button", { name: "Create My Memory" }).click());
}

/** The film on this page has been watched to its end. */
function theFilmEnds() {
  fireEvent.ended(document.querySelector("video") as HTMLVideoElement);
}

const pass = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));

describe("a creation begun on this page", () => {
  beforeEach(() => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
  });

  it("shows the plan for two seconds, then each step in turn, then the memory", async () => {
    let now = creation({ plan: PLAN, steps: STEPS });
    fakeServer({ "creation/begin": () => now, "creation/watch": () => now });
    await begin();
    await pass(100);
    expect(screen.getByText(PLAN[0] as string)).toBeTruthy();
    expect(screen.queryByText("Step 1 of 6")).toBeNull();
    await pass(2_000);
    expect(screen.getByText("Step 1 of 6")).toBeTruthy();
    await pass(2_300);
    expect(screen.getByText("Step 2 of 6")).toBeTruthy();
    // Before the picture is begun there are three steps, however long it takes.
    await pass(9_000);
    expect(screen.getByText("Step 3 of 6")).toBeTruthy();
    now = finished({ steps: STEPS });
    await pass(3_000);
    for (const _ of STEPS) await pass(500);
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(
      "Memory Created Successfully",
    );
    expect(screen.queryByText("Some walks never end.")).toBeNull();
    theFilmEnds();
    expect(screen.getByText("Some walks never end.")).toBeTruthy();
  });

  it("can be cancelled while the plan is read, and its question stays when the plan comes or goes", async () => {
    let now = creation({ plan: [], steps: [] });
    fakeServer({ "creation/begin": () => now, "creation/watch": () => now });
    await begin();
    await pass(100);
    await act(async () => screen.getByRole("button", { name: "Cancel" }).click());
    const stop = screen.getByRole("button", { name: "Stop making it" });
    now = creation({ plan: PLAN, steps: STEPS });
    await pass(1_500);
    expect(screen.getByText(PLAN[0] as string)).toBeTruthy();
    expect(stop.isConnected).toBe(true);
    await pass(2_500);
    expect(screen.getByText("Step 1 of 6")).toBeTruthy();
    expect(stop.isConnected).toBe(true);
  });

  it("begins with the first step when the words come late", async () => {
    let now = creation({ plan: [], steps: [] });
    fakeServer({ "creation/begin": () => now, "creation/watch": () => now });
    await begin();
    await pass(2_500);
    now = creation({ plan: PLAN, steps: STEPS });
    await pass(1_000);
    expect(screen.getByText(PLAN[0] as string)).toBeTruthy();
    await pass(2_000);
    expect(screen.getByText("Step 1 of 6")).toBeTruthy();
  });

  it("shows a plan that came at once within a second and a half", async () => {
    const words = { plan: PLAN, steps: STEPS };
    const server = fakeServer({
      "creation/begin": () => creation(),
      "creation/watch": () => creation(words),
    });
    await begin();
    expect(screen.getByRole<HTMLProgressElement>("progressbar").value).toBe(5);
    await pass(600);
    expect(server.to("creation/watch")).toHaveLength(0);
    await pass(400);
    expect(screen.getByText(PLAN[0] as string)).toBeTruthy();
    // From then on every three seconds.
    await pass(2_500);
    expect(server.to("creation/watch")).toHaveLength(1);
  });

  it("lets the plan be closed", async () => {
    const now = creation({ plan: PLAN, steps: STEPS });
    fakeServer({ "creation/begin": () => now, "creation/watch": () => now });
    await begin();
    await pass(100);
    await act(async () => screen.getByRole("button", { name: "Close the plan" }).click());
    expect(screen.getByText("Step 1 of 6")).toBeTruthy();
  });
});

describe("watching", () => {
  beforeEach(() => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
  });

  it("carries on with a creation that was already running, at its own step", async () => {
    const server = fakeServer({
      "creation/watch": () => creation({ progress: 65, plan: PLAN, steps: STEPS }),
    });
    render(<Creator {...watching(creation({ progress: 60, plan: PLAN, steps: STEPS }))} />);
    expect(screen.getByText("Step 5 of 6")).toBeTruthy();
    await pass(3_100);
    expect(server.to("creation/watch")).toEqual([{ id: "creation-1" }]);
    expect(screen.getByRole<HTMLProgressElement>("progressbar").value).toBe(65);
  });

  it("says that the line is down, asks less often, and catches up when it is back", async () => {
    let answer: unknown = DOWN;
    const server = fakeServer({ "creation/watch": () => answer });
    render(<Creator {...watching(creation({ progress: 40, steps: STEPS }))} />);
    await pass(3_100);
    expect(screen.getByText(/You are offline/)).toBeTruthy();
    await pass(60_000);
    expect(server.to("creation/watch").length).toBeLessThan(7);
    answer = creation({ progress: 75, steps: STEPS });
    await act(async () => window.dispatchEvent(new Event("online")));
    await pass(10);
    expect(screen.queryByText(/You are offline/)).toBeNull();
    expect(screen.getByRole<HTMLProgressElement>("progressbar").value).toBe(75);
  });

  it("asks to sign in when the session has ended", async () => {
    fakeServer({ "creation/watch": () => new Refusal(401, "signed_out") });
    render(<Creator {...watching(creation())} />);
    await pass(3_100);
    expect(screen.getByText("Please sign in to go on with your memory.")).toBeTruthy();
  });

  it("stops when it is over", async () => {
    const server = fakeServer({ "creation/watch": () => finished() });
    render(<Creator {...watching(creation())} />);
    await pass(20_000);
    expect(server.to("creation/watch")).toHaveLength(1);
  });

  it.each([
    [{ films_ahead: 2 }, "2 films ahead of you."],
    [{ films_ahead: 1 }, "1 film ahead of you."],
    [{ kind: "image" as const, films_ahead: 2 }, "2 memories ahead of you."],
    [{ kind: "image" as const, films_ahead: 1 }, "1 memory ahead of you."],
    [{ usual_seconds: [22, 34] as [number, number] }, "Usually 20 to 35 seconds."],
    [{ usual_seconds: [70, 150] as [number, number] }, "Usually 1 to 3 minutes."],
    [
      { usual_seconds: [22, 34] as [number, number], elapsed_seconds: 80 },
      "This one takes longer than usual. It is still going.",
    ],
  ])("is honest about how long: %o", (change, text) => {
    render(<Creator {...watching(creation({ steps: STEPS, ...change }))} />);
    expect(screen.getByText(text)).toBeTruthy();
    expect(screen.getByText("You can close this page.")).toBeTruthy();
  });
});

describe("how it ends", () => {
  it("asks before cancelling and says that the credits come back", async () => {
    const server = fakeServer({
      "creation/cancel": () => creation({ status: "cancelled", credits: 50 }),
    });
    render(<Creator {...watching(creation({ steps: STEPS }))} />);
    await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
    expect(screen.getByText(/Your 25 credits come back/)).toBeTruthy();
    expect(server.calls).toEqual([]);
    await userEvent.click(screen.getByRole("button", { name: "Stop making it" }));
    await screen.findByText("You have 50 credits.");
    expect(screen.getByRole("button", { name: "New Memory" })).toBeTruthy();
  });

  const failure = {
    message: "Video generation failed",
    credits_message: "Your 25 credits are back.",
    question: null,
    can_retry: true,
  };

  it("says what failed, what the ledger says, and offers one next step", async () => {
    const server = fakeServer({ "creation/retry": () => creation({ steps: STEPS }) });
    render(<Creator {...watching(creation({ status: "failed", failure, credits: 50 }))} />);
    expect(screen.getByText("Video generation failed")).toBeTruthy();
    expect(screen.getByText("Your 25 credits are back.")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Try Again" }));
    await screen.findByText("Making your memory");
    expect(server.to("creation/retry")).toEqual([{ id: "creation-1", answer: null }]);
  });

  it("asks the follow-up question and tries again with the answer", async () => {
    const question = "Where should this take place?";
    const server = fakeServer({ "creation/retry": () => creation() });
    const view = creation({
      status: "failed",
      failure: { ...failure, message: question, question },
    });
    render(<Creator {...watching(view)} />);
    await userEvent.type(screen.getByLabelText(question), "her kitchen");
    await userEvent.click(screen.getByRole("button", { name: "Try Again" }));
    await waitFor(() =>
      expect(server.to("creation/retry")).toEqual([{ id: "creation-1", answer: "her kitchen" }]),
    );
  });

  it("keeps an answer that was not sent when the tab is left, and gives it back", async () => {
    const question = "Where should this take place?";
    const view = creation({
      status: "failed",
      failure: { ...failure, message: question, question },
    });
    fakeServer({ "creation/retry": () => creation() });
    render(
      <Creator {...props({ state: state({ creation: view, credits: 25, unsent: "her kit" }) })} />,
    );
    await userEvent.type(screen.getByLabelText(question), "chen");
    const words: unknown[] = [];
    window.dispatchEvent(new CustomEvent("evernear:unsent", { detail: words }));
    expect(words).toEqual([{ place: "creator", fields: { text: "her kitchen" } }]);
    await userEvent.click(screen.getByRole("button", { name: "Try Again" }));
    await screen.findByText("Making your memory");
    words.length = 0;
    window.dispatchEvent(new CustomEvent("evernear:unsent", { detail: words }));
    expect(words).toEqual([]);
  });

  it("shows an answer that did not reach the server, however often the tab is left", async () => {
    const question = "Where should this take place?";
    const view = creation({
      status: "failed",
      failure: { ...failure, message: question, question },
    });
    render(<Creator {...watching(view)} />);
    await userEvent.type(screen.getByLabelText(question), "her kitchen");
    const words: unknown[] = [];
    for (const detail of [false, false]) {
      const event = new CustomEvent("evernear:signed-out", { cancelable: true, detail });
      act(() => void window.dispatchEvent(event));
      expect(event.defaultPrevented).toBe(true);
      const left = screen.getByLabelText(/^Not sent yet/) as HTMLTextAreaElement;
      expect(left.value).toBe("her kitchen");
    }
    // They are told still, until somebody has them.
    window.dispatchEvent(new CustomEvent("evernear:unsent", { detail: words }));
    expect(words).toEqual([{ place: "creator", fields: { text: "her kitchen" } }]);
    const event = new CustomEvent("evernear:signed-out", { cancelable: true, detail: true });
    act(() => void window.dispatchEvent(event));
    expect(screen.queryByLabelText(/^Not sent yet/)).toBeNull();
    words.length = 0;
    window.dispatchEvent(new CustomEvent("evernear:unsent", { detail: words }));
    expect(words).toEqual([]);
  });

  it.each(["failed", "cancelled"] as const)(
    "counts what is held for another memory when this one %s",
    (status) => {
      const view = creation({ status, failure, credits: 25, held: 25 });
      render(<Creator {...props({ state: state({ creation: view, credits: 25, held: 25 }) })} />);
      const badge = document.querySelector(".creator-bar .credits")?.textContent;
      expect(badge).toContain("50 credits (25 held)");
    },
  );

  it("says that a free retake comes back, where no credits were taken", async () => {
    render(<Creator {...watching(creation({ steps: STEPS, retake: true }))} />);
    await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
    expect(screen.getByText(/Your free retake comes back/)).toBeTruthy();
    expect(screen.queryByText(/25 credits come/)).toBeNull();
  });

  it.each([
    ["image", "Your picture"],
    ["video", "Your picture, before it moves"],
  ] as const)("tells of a %s what it is", (kind, name) => {
    const view = creation({ kind, steps: STEPS, progress: 60, image_url: "/media/picture.jpg" });
    render(<Creator {...watching(view)} />);
    expect(screen.getByRole("img", { name })).toBeTruthy();
  });

  it.each(["image", "video"] as const)("says in words that the %s is imagined", (kind) => {
    render(<Creator {...watching(finished({ kind }))} />);
    expect(screen.getByText("An imagined scene, made from your photos.")).toBeTruthy();
  });

  it("always leaves a way to another memory", async () => {
    const server = fakeServer({ "creator/start_over": () => state({ credits: 50 }) });
    render(<Creator {...watching(creation({ status: "failed", failure, credits: 50 }))} />);
    await userEvent.click(screen.getByRole("button", { name: "New Memory" }));
    await screen.findByText("Share an Experience with a Loved One");
    expect(server.calls.map((call) => call.path)).toEqual(["creator/start_over"]);
  });

  it("asks nothing that nobody could make a picture from", () => {
    const question = "Where should this take place?";
    const gone = { ...failure, message: question, question, can_retry: false };
    render(<Creator {...watching(creation({ status: "failed", failure: gone }))} />);
    expect(screen.queryByLabelText(question)).toBeNull();
    expect(screen.queryByRole("button", { name: "Try Again" })).toBeNull();
    expect(screen.getByRole("button", { name: "New Memory" })).toBeTruthy();
  });

  it("says how many credits another try lacks, and where they come from", async () => {
    fakeServer({
      "creation/retry": () => new Refusal(402, "insufficient_credits", "Too few", 10),
    });
    render(<Creator {...watching(creation({ status: "failed", failure, credits: 50 }))} />);
    await userEvent.click(screen.getByRole("button", { name: "Try Again" }));
    await screen.findByRole("heading", { name: "Insufficient Credits" });
    expect(screen.getByText(/you only have 10 credits remaining/)).toBeTruthy();
    for (const name of ["Upgrade Now", "View Pricing Plans"]) {
      expect(screen.getByRole("link", { name }).getAttribute("href")).toBe("/pricing");
    }
  });

  it("shows the film, which waits for its button, and a download", async () => {
    const play = vi.spyOn(HTMLMediaElement.prototype, "play").mockResolvedValue();
    render(<Creator {...watching(finished())} />);
    const film = document.querySelector("video") as HTMLVideoElement;
    expect(film.getAttribute("poster")).toBe("/media/picture.jpg");
    const watch = await screen.findByRole("button", { name: "Watch" });
    expect([film.autoplay, film.muted, film.controls]).toEqual([false, false, false]);
    expect(play).not.toHaveBeenCalled();
    await userEvent.click(watch);
    expect(play).toHaveBeenCalledTimes(1);
    expect(screen.queryByRole("link", { name: "Download Video" })).toBeNull();
    theFilmEnds();
    const link = screen.getByRole("link", { name: "Download Video" });
    expect(link.getAttribute("href")).toBe("/media/film.mp4?download");
  });

  it("gives the browser's controls back where the film cannot be started", async () => {
    vi.spyOn(HTMLMediaElement.prototype, "play").mockRejectedValue(new Error("not allowed"));
    render(<Creator {...watching(finished())} />);
    const film = document.querySelector("video") as HTMLVideoElement;
    await userEvent.click(await screen.findByRole("button", { name: "Watch" }));
    await waitFor(() => expect(film.controls).toBe(true));
    expect(film.volume).toBe(1);
    expect(screen.queryByRole("button", { name: "Watch" })).toBeNull();
    expect(screen.getByRole("link", { name: "Download Video" })).toBeTruthy();
  });

  it("shows the picture of a picture", () => {
    render(<Creator {...watching(finished({ kind: "image", video_url: null }))} />);
    expect(document.querySelector("video")).toBeNull();
    expect(screen.getByRole("img", { name: "Your finished memory" })).toBeTruthy();
    expect(screen.getByRole("link", { name: "Download Picture" })).toBeTruthy();
  });

  it("'New Memory' resets everything and returns to the chat", async () => {
    fakeServer({ "creator/start_over": () => state({ credits: 25 }) });
    render(<Creator {...watching(finished())} />);
    theFilmEnds();
    await userEvent.click(screen.getByRole("button", { name: "New Memory" }));
    await screen.findByText("Share an Experience with a Loved One");
    expect(screen.getByPlaceholderText("Describe a memory, a feeling, or a dream...")).toBeTruthy();
  });
});

describe("what a memory's print shows while it is made", () => {
  const shown = (change: Partial<CreationView>) => {
    render(<Creator {...watching(creation({ steps: STEPS, ...change }))} />);
    const sources = [...document.querySelectorAll(".living img")];
    return sources.map((image) => image.getAttribute("src"));
  };

  beforeEach(() => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
  });

  it("begins with the words; the photos come and then the place", async () => {
    fakeServer({
      "creation/begin": () => creation({ steps: STEPS }),
      "creation/watch": () => DOWN,
    });
    await begin();
    expect(screen.getByText("Walking by the lake")).toBeTruthy();
    expect(document.querySelectorAll(".living img")).toHaveLength(0);
    await pass(2_300);
    expect(document.querySelectorAll(".living-photos img")).toHaveLength(2);
    await pass(2_300);
    expect(document.querySelector(".living-place")?.getAttribute("src")).toBe(
      "/media/settings/lake?",
    );
    expect(screen.queryByText("Walking by the lake")).toBeNull();
  });

  it("ends with the picture, once it is there", () => {
    const sources = shown({ progress: 65, image_url: "/media/picture.jpg" });
    expect(sources.at(-1)).toBe("/media/picture.jpg");
  });

  it("keeps what lies there under the picture, which may take its time on a bad line", () => {
    const working = creation({ steps: STEPS, progress: 40 });
    const made = creation({
      steps: STEPS,
      status: "finished",
      progress: 100,
      image_url: "/media/picture.jpg",
      making: null,
    });
    const { rerender } = render(<LivingPrint creation={working} step={3} />);
    const lying = () =>
      [...document.querySelectorAll(".living img")].map((image) => image.getAttribute("src"));
    const before = lying();
    expect(before.length).toBe(3);
    rerender(<LivingPrint creation={made} step={3} />);
    expect(lying()).toEqual([...before, "/media/picture.jpg"]);
  });

  it("has words alone where there are no photos", () => {
    const making = { words: "Walking by the lake", photo_urls: [], story: STORY };
    expect(shown({ progress: 40, making })).toEqual(["/media/settings/lake?"]);
  });
});

describe("the bar of six segments", () => {
  it("fills each within its step", () => {
    expect([0, 1, 2].map((index) => filled(index, 1, 5))).toEqual([1, 1, 0]);
    expect(filled(2, 2, 5)).toBeCloseTo(0.08);
    expect(filled(3, 3, 45)).toBeCloseTo(0.5);
    expect(filled(4, 4, 90)).toBe(1);
    expect(filled(5, 6, 100)).toBe(1);
  });
});

describe("a memory that was seen", () => {
  const seen = (server: ReturnType<typeof fakeServer>) => server.to("creation/seen");

  it("is one whose film has begun", () => {
    const server = fakeServer({ "creation/seen": () => null });
    render(<Creator {...watching(finished())} />);
    expect(seen(server)).toEqual([]);
    fireEvent.play(document.querySelector("video") as HTMLVideoElement);
    expect(seen(server)).toEqual([{ id: "creation-1" }]);
    theFilmEnds();
    expect(seen(server)).toHaveLength(1);
  });

  it("is a picture that is there", () => {
    const server = fakeServer({ "creation/seen": () => null });
    render(<Creator {...watching(finished({ kind: "image", video_url: null }))} />);
    expect(seen(server)).toEqual([{ id: "creation-1" }]);
  });
});

describe("a closing thought", () => {
  it("is set sentence by sentence", () => {
    expect(linesOf("Some walks never end. They wait… Do they? Yes")).toEqual([
      "Some walks never end.",
      "They wait…",
      "Do they?",
      "Yes",
    ]);
  });
});

describe("a finished memory", () => {
  it("names its page, and its picture in print size where one is made", () => {
    const { unmount } = render(<Creator {...watching(finished())} />);
    theFilmEnds();
    const page = screen.getByRole("link", { name: "its page" });
    expect(page.getAttribute("href")).toBe(`/memories/${finished().id}`);
    expect(screen.queryByText(/print size/)).toBeNull();
    unmount();
    render(<Creator {...watching(finished({ print_size: true }))} />);
    theFilmEnds();
    expect(screen.getByText(/comes there in print size/)).toBeTruthy();
  });
});

describe("a free retake", () => {
  it("is offered with a memory that has one, and begins with its photos", async () => {
    const memory = finished({ steps: STEPS, retake_until: "28 November 2026" });
    const server = fakeServer({
      "creator/retake": () =>
        state({ credits: 0, draft: draft({ retake: true, prompt: "Tea with Nan" }) }),
    });
    render(<Creator {...watching(memory)} />);
    theFilmEnds();
    await userEvent.click(screen.getByRole("button", { name: "Make It Again, Free" }));
    await waitFor(() => expect(screen.getByText("This retake is free")).toBeTruthy());
    expect(server.to("creator/retake")).toEqual([{ id: memory.id }]);
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Upload Your Photos");
    // No credits are needed, and what is made stands already.
    expect(screen.queryByText("Insufficient Credits")).toBeNull();
    expect(screen.queryByText("What shall we make?")).toBeNull();
  });

  it("is not offered with a memory that has none", () => {
    render(<Creator {...watching(finished({ steps: STEPS }))} />);
    theFilmEnds();
    expect(screen.getByRole("button", { name: "New Memory" })).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Make It Again, Free" })).toBeNull();
  });
});
