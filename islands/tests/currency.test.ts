import { beforeEach, expect, test } from "vitest";
import { choosePrices } from "../src/page/currency";

beforeEach(() => {
  document.body.innerHTML = `<a data-currency="USD" aria-current="true"></a><a data-currency="ZAR"></a>
    <b data-usd="$8" data-zar="R150">$8</b>`;
});

const shown = () => [
  document.querySelector("b")?.textContent,
  document.querySelector("[aria-current]")?.getAttribute("data-currency"),
];

test("prices are in rand in South Africa", () => {
  choosePrices("Africa/Johannesburg", "");
  expect(shown()).toEqual(["R150", "ZAR"]);
});

test("prices are in dollars elsewhere, and as chosen everywhere", () => {
  choosePrices("Europe/Berlin", "");
  expect(shown()).toEqual(["$8", "USD"]);
  choosePrices("Africa/Johannesburg", "?currency=USD");
  expect(shown()).toEqual(["$8", "USD"]);
});
