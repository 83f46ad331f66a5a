import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { Creator } from "../src/creator/Creator";
import { draft, props, state } from "./support/makers";
import { DOWN, fakeServer, Refusal } from "./support/server";

const box = () => screen.getByRole("textbox") as HTMLTextAreaElement;
const said = () => screen.getByRole("log").textContent ?? "";

describe("the conversation", () => {
  it("keeps what both said and asks for the place", async () => {
    fakeServer({
      "creator/converse": () => ({
        response: "Where would you be?",
        next_action: "AWAITING_LOCATION",
        draft: draft({
          messages: [
            { role: "user", content: "Tea with Nan" },
            { role: "ai", content: "Where would you be?" },
          ],
          next_action: "AWAITING_LOCATION",
          prompt: "Tea with Nan",
        }),
      }),
    });
    render(<Creator {...props()} />);
    expect(box().placeholder).toBe("Describe a memory, a feeling, or a dream...");
    await userEvent.type(box(), "Tea with Nan");
    await userEvent.click(screen.getByRole("button", { name: "Send" }));
    await waitFor(() => expect(said()).toContain("Where would you be?"));
    expect(box().placeholder).toBe("e.g. A quiet beach at sunset...");
    expect(box().value).toBe("");
  });

  it("sends the prompt with the place, and then offers the upload", async () => {
    const waiting = draft({ next_action: "AWAITING_LOCATION", prompt: "Tea with Nan" });
    const server = fakeServer({
      "creator/converse": () => ({
        response: "A photo of each, please.",
        next_action: "AWAITING_IMAGES",
        draft: { ...waiting, next_action: "AWAITING_IMAGES", location: "her kitchen" },
      }),
    });
    render(<Creator {...props({ state: state({ draft: waiting }) })} />);
    await userEvent.type(box(), " her kitchen {Enter}");
    await userEvent.click(await screen.findByRole("button", { name: "Upload Images" }));
    expect(server.to("creator/converse")).toEqual([{ text: "Tea with Nan Location: her kitchen" }]);
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Upload Your Photos");
  });

  it("lets helplines be pressed, and nothing of what the person wrote", () => {
    const help =
      "Please reach out to someone:\nSADAG 0800 567 567 (South Africa)\nElsewhere: findahelpline.com lists lines, https://samaritans.org.uk too. In 1956 1957, 2 000 000 of us. 💛";
    const told = draft({
      messages: [
        { role: "user", content: "see evil.com or 0800 111 222" },
        { role: "ai", content: help },
      ],
    });
    render(<Creator {...props({ state: state({ draft: told }) })} />);
    const links = screen.getAllByRole("link").filter((link) => link.closest("[role=log]"));
    expect(links.map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
      ["0800 567 567", "tel:0800567567"],
      ["findahelpline.com", "https://findahelpline.com"],
      ["https://samaritans.org.uk", "https://samaritans.org.uk"],
    ]);
    expect(said()).toContain(help);
  });

  it("can begin again at any time", async () => {
    const server = fakeServer({ "creator/start_over": () => state() });
    const begun = draft({
      messages: [{ role: "user", content: "Tea with Nan" }],
      prompt: "Tea with Nan",
      next_action: "AWAITING_LOCATION",
    });
    render(<Creator {...props({ state: state({ draft: begun }) })} />);
    await userEvent.click(screen.getByRole("button", { name: "Begin again" }));
    await userEvent.click(screen.getByRole("button", { name: "Delete and begin again" }));
    await waitFor(() => expect(server.to("creator/start_over")).toHaveLength(1));
  });

  it("tells before the first word that credits are missing, and lets them tell it all the same", () => {
    const short = /To make it you need 25 credits, and you have 10/;
    const { unmount } = render(<Creator {...props({ state: state({ credits: 10 }) })} />);
    expect(screen.getByText(short)).toBeTruthy();
    expect(screen.getByRole("link", { name: "see the plans" })).toBeTruthy();
    expect(box().disabled).toBe(false);
    unmount();
    render(<Creator {...props({ state: state({ credits: 25 }) })} />);
    expect(screen.queryByText(short)).toBeNull();
  });

  it("shows an ERROR, removes the last message and gives the words back", async () => {
    fakeServer({
      "creator/converse": () => ({
        response: "⚠️ Emotional agent failed: no answer",
        next_action: "ERROR",
        draft: draft(),
      }),
    });
    render(<Creator {...props()} />);
    await userEvent.type(box(), "Tea with Nan{Enter}");
    expect((await screen.findByRole("alert")).textContent).toBe(
      "⚠️ Emotional agent failed: no answer",
    );
    expect(said()).not.toContain("Tea with Nan");
    expect(box().value).toBe("Tea with Nan");
  });

  it.each([
    ["the line drops", DOWN, "The connection dropped. Nothing is lost; please try again."],
    [
      "a proxy answers",
      "<html>Bad gateway</html>",
      "We could not read the answer. Please try again in a moment.",
    ],
    [
      "the server refuses",
      new Refusal(429, "throttled", "Slow down a little."),
      "Slow down a little.",
    ],
  ])("gives the words back when %s", async (_, answer, text) => {
    fakeServer({ "creator/converse": () => answer });
    render(<Creator {...props()} />);
    await userEvent.type(box(), "Tea with Nan{Enter}");
    expect((await screen.findByRole("alert")).textContent).toBe(text);
    expect(box().value).toBe("Tea with Nan");
  });

  it("pauses without a next action: the box stays and helplines keep their lines", async () => {
    const response = "I am here.\nLifeline: 0800 567 567";
    fakeServer({
      "creator/converse": () => ({
        response,
        next_action: null,
        draft: draft({ messages: [{ role: "ai", content: response }] }),
      }),
    });
    render(<Creator {...props()} />);
    await userEvent.type(box(), "I cannot go on{Enter}");
    await waitFor(() => expect(said()).toContain(response));
    expect(box()).toBeTruthy();
    expect(screen.getByRole("link", { name: "0800 567 567" })).toBeTruthy();
  });

  it("sends nothing blank", async () => {
    const server = fakeServer({});
    render(<Creator {...props()} />);
    await userEvent.type(box(), "   {Enter}");
    expect((screen.getByRole("button", { name: "Send" }) as HTMLButtonElement).disabled).toBe(true);
    expect(server.calls).toEqual([]);
  });

  it("says when a text is too long, instead of a silent button", () => {
    render(<Creator {...props()} />);
    fireEvent.change(box(), { target: { value: "a".repeat(3199) } });
    expect(screen.queryByText(/left/)).toBeNull();
    fireEvent.change(box(), { target: { value: "a".repeat(3200) } });
    expect(screen.getByText("800 characters left")).toBeTruthy();
    fireEvent.change(box(), { target: { value: "a".repeat(4001) } });
    expect(screen.getByText("This is too long to send.")).toBeTruthy();
    expect(screen.getByText(/^1 character too many/)).toBeTruthy();
    expect((screen.getByRole("button", { name: "Send" }) as HTMLButtonElement).disabled).toBe(true);
  });

  it("shows text as text, never as HTML", () => {
    const messages = [{ role: "user" as const, content: "<img src=x onerror=alert(1)>" }];
    render(<Creator {...props({ state: state({ draft: draft({ messages }) }) })} />);
    expect(said()).toContain("<img src=x onerror=alert(1)>");
    expect(screen.getByRole("log").querySelector("img")).toBeNull();
  });

  it("says '--' when the credits are unknown", () => {
    render(<Creator {...props({ state: state({ credits: null }) })} />);
    expect(screen.getByText("--")).toBeTruthy();
  });
});

describe("words that were given back", () => {
  it("are forgotten by the server once they are cleared", async () => {
    const server = fakeServer({ "unsent/keep": () => [] });
    render(<Creator {...props({ state: state({ unsent: "I miss" }) })} />);
    expect(box().value).toBe("I miss");
    await userEvent.clear(box());
    expect(server.to("unsent/keep")).toEqual([{ words: [{ place: "creator", fields: {} }] }]);
    await userEvent.type(box(), "a");
    await userEvent.clear(box());
    expect(server.calls).toHaveLength(1);
  });
});

describe("a session that ends while the page is open", () => {
  it("asks to sign in, leads back here, and carries on when signed in again", async () => {
    let signedIn = false;
    fakeServer({
      "creator/converse": () => new Refusal(401, "signed_out"),
      "creator/state": () => (signedIn ? state() : new Refusal(401, "signed_out")),
    });
    render(<Creator {...props()} />);
    await userEvent.type(box(), "Tea with Nan{Enter}");
    await screen.findByText("Please sign in to go on with your memory.");
    const link = screen.getByRole("link", { name: "Sign In" });
    expect(link.getAttribute("href")).toMatch(/^\/auth\?mode=signin&next=/);
    const unsent = screen.getByLabelText(/^Not sent yet/) as HTMLTextAreaElement;
    expect(unsent.value).toBe("Tea with Nan");
    signedIn = true;
    document.dispatchEvent(new Event("visibilitychange"));
    await waitFor(() => expect(box().value).toBe("Tea with Nan"));
  });
});
