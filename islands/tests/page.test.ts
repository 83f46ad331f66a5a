import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";

beforeAll(() => import("../src/page"));

describe("a form's busy label", () => {
  it("is shown once the form is on its way, and a second submit is held back", () => {
    document.body.innerHTML = `<form><button type="submit" data-busy-label="Sending...">Send</button></form>`;
    const form = document.querySelector("form") as HTMLFormElement;
    const button = document.querySelector("button") as HTMLButtonElement;
    const submit = () => {
      const event = new Event("submit", { bubbles: true, cancelable: true });
      form.dispatchEvent(event);
      return event.defaultPrevented;
    };
    expect(submit()).toBe(false);
    expect(button.textContent).toBe("Sending...");
    expect(button.getAttribute("aria-busy")).toBe("true");
    expect(submit()).toBe(true);
  });
});

describe("a form that is answered in its place", () => {
  const FORM = `<form method="post" action="/contact" data-in-place=""><input name="name" value="Thandi">
    <button type="submit" data-busy-label="Sending...">Send</button></form>`;
  const answers = (status: number, main: string, path = "/contact") => {
    const page = `<!DOCTYPE html><title>x</title><main>${main}</main>`;
    const answer = new Response(page, { status });
    Object.defineProperty(answer, "url", { value: new URL(path, location.href).href });
    const fetched = vi.fn(async () => answer);
    vi.stubGlobal("fetch", fetched);
    return fetched;
  };
  const send = () => {
    document.body.innerHTML = `<main>${FORM}</main>`;
    const event = new Event("submit", { bubbles: true, cancelable: true });
    document.querySelector("form")?.dispatchEvent(event);
    return event;
  };
  const notice = () => document.querySelector(".notice");

  afterEach(() => vi.unstubAllGlobals());
  beforeAll(() => history.replaceState(null, "", "/contact"));

  it("sends its fields and shows the new main, with the notice in focus", async () => {
    const fetched = answers(200, `<p class="notice" role="status">It is with us.</p>${FORM}`);
    expect(send().defaultPrevented).toBe(true);
    await vi.waitFor(() => expect(notice()?.textContent).toBe("It is with us."));
    expect(document.activeElement).toBe(notice());
    const [address, request] = fetched.mock.calls[0] as unknown as [string, RequestInit];
    expect(new URL(address).pathname).toBe("/contact");
    expect(String(request.body)).toBe("name=Thandi");
    expect(document.querySelector("button")?.textContent).toBe("Send");
  });

  it("says so when the connection drops, and can be sent again", async () => {
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("offline")));
    send();
    await vi.waitFor(() => expect(notice()?.textContent).toContain("Nothing is lost"));
    const button = document.querySelector("button") as HTMLButtonElement;
    expect([button.textContent, button.getAttribute("aria-busy")]).toEqual(["Send", null]);
  });

  it("shows a fault's text above the form and keeps what was written", async () => {
    answers(500, "<h1>Something went wrong. Please refresh the page.</h1>");
    send();
    await vi.waitFor(() => expect(notice()?.textContent).toContain("Please refresh the page."));
    expect(document.querySelector("input")?.value).toBe("Thandi");
  });

  it("goes where the answer comes from when that is another page", async () => {
    const go = vi.spyOn(location, "assign").mockImplementation(() => {});
    answers(200, "<h1>Sign in</h1>", "/auth?mode=signin");
    send();
    await vi.waitFor(() => expect(go).toHaveBeenCalledOnce());
    expect(new URL(go.mock.calls[0]?.[0] as string).pathname).toBe("/auth");
  });
});
