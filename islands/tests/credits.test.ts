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

it("shows what is held beside the balance, and counts it until it is spent", () => {
  document.body.innerHTML = `<a data-credits=""><b>50</b><span data-held="0"></span></a>`;
  const held = () => document.querySelector("[data-held]")?.textContent;
  showCredits(1025, 25);
  expect([badge(), held()]).toEqual(["1,050", "(25 held)"]);
  // Another tab tells of a purchase, and not what is held.
  showCredits(1725);
  expect([badge(), held()]).toEqual(["1,750", "(25 held)"]);
  showCredits(1725, 0);
  expect([badge(), held()]).toEqual(["1,725", ""]);
});

it("brings what the page tells where only what is held has changed", async () => {
  document.body.insertAdjacentHTML("beforeend", `<span data-held="25">(25 held)</span>`);
  showCredits(50, 0);
  await vi.waitFor(() => expect(fetched).toHaveBeenCalledOnce());
});

it("leaves the page alone when nothing has changed, or nothing is known", () => {
  showCredits(50);
  showCredits(null);
  expect(badge()).toBe("--");
  expect(fetched).not.toHaveBeenCalled();
});
