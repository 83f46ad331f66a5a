import { beforeAll, describe, expect, it } from "vitest";

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
