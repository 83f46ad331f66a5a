import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { sellPlans } from "../src/page/plans";

const CLOSED = "Payment window closed";
const NOT_COMPLETED = "Payment was not completed successfully. Please try again.";

/** The server's code for this sentence. */
const codeOf = (message: string) => (message === CLOSED ? "payment_abandoned" : "refused");

/** What the stubbed popup does when it is resumed. */
type Resume = (code: string, callbacks: Record<string, () => void>) => void;

function popup(resumeTransaction: Resume): void {
  vi.stubGlobal(
    "PaystackPop",
    class {
      resumeTransaction = resumeTransaction;
    },
  );
}

/** The server opens a payment, and says this of how it went. */
function settlesWith(message: string): void {
  const answers = vi.fn(async (path: string) =>
    path.endsWith("checkout/begin")
      ? Response.json({ reference: "EVN-1", access_code: "ac-1", address: null })
      : Response.json({ code: codeOf(message), message }, { status: 422 }),
  );
  vi.stubGlobal("fetch", answers);
}

beforeEach(() => {
  document.body.innerHTML = `<div data-checkout-says=""></div>
    <form data-checkout=""><input name="plan" value="Pro"><button type="submit" data-busy-label="Processing...">Choose Pro</button></form>
    <form data-checkout=""><input name="plan" value="Starter"><button type="submit">Choose Starter</button></form>`;
  sellPlans();
});
afterEach(() => vi.unstubAllGlobals());

const buttons = () => [...document.querySelectorAll<HTMLButtonElement>("button")];
const said = () => document.querySelector(".notice")?.textContent;
const chooses = () =>
  document.querySelector("form")?.dispatchEvent(new Event("submit", { cancelable: true }));

async function ends(words: string): Promise<void> {
  await vi.waitFor(() => expect(said()).toBe(words));
  await vi.waitFor(() => expect(buttons()[0]?.getAttribute("aria-busy")).toBeNull());
  expect(buttons().map((button) => [button.textContent, button.disabled])).toEqual([
    ["Choose Pro", false],
    ["Choose Starter", false],
  ]);
}

describe("a payment window that ends without money", () => {
  it("says that it was closed when it was", async () => {
    settlesWith(CLOSED);
    popup((_, callbacks) => callbacks.onCancel?.());
    chooses();
    await ends(CLOSED);
  });

  it("says that the payment failed when the provider says so", async () => {
    settlesWith(CLOSED);
    popup((_, callbacks) => callbacks.onError?.());
    chooses();
    await ends(NOT_COMPLETED);
  });

  it("leaves what else the server says as it is", async () => {
    settlesWith("Please contact support.");
    popup((_, callbacks) => callbacks.onError?.());
    chooses();
    await ends("Please contact support.");
  });
});

describe("a payment window that cannot be opened", () => {
  it("says so, and the plans can be chosen again", async () => {
    settlesWith(CLOSED);
    popup(() => {
      throw new Error("no such access code");
    });
    chooses();
    await ends(NOT_COMPLETED);
  });
});
