import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { showCredits } from "../src/page/credits";

const page = (balance: string, lines: string) =>
  `<a data-credits=""><b>${balance}</b></a><ol data-refresh="Loading credits...">${lines}</ol>`;

const fetched = vi.fn();

beforeEach(() => {
  document.body.innerHTML = page("50", "<li>Welcome credits</li>");
  fetched.mockImplementation(async () => {
    const answer = new Response(page("750", "<li>Plan bought</li><li>Welcome credits</li>"));
    Object.defineProperty(answer, "url", { value: location.href });
    return answer;
  });
  vi.stubGlobal("fetch", fetched);
});
afterEach(() => {
  vi.unstubAllGlobals();
  fetched.mockReset();
});

const badge = () => document.querySelector("[data-credits] b")?.textContent;

it("brings what the page tells of the change with the number", async () => {
  showCredits(750);
  expect(badge()).toBe("750");
  await vi.waitFor(() => expect(document.querySelectorAll("li")).toHaveLength(2));
});

it("leaves the page alone when nothing has changed, or nothing is known", () => {
  showCredits(50);
  showCredits(null);
  expect(badge()).toBe("--");
  expect(fetched).not.toHaveBeenCalled();
});
