import { expect, test } from "vitest";
import { keepThroughProviders } from "../src/page/provider";

test("'Keep me signed in' goes along to another party as it stands when one leaves", () => {
  document.body.innerHTML = `
    <form><input type="checkbox" name="keep" value="yes"></form>
    <a data-provider href="/auth/google?next=/couple"><b>Google</b></a>`;
  keepThroughProviders();
  const way = document.querySelector("a") as HTMLAnchorElement;
  const box = document.querySelector("input") as HTMLInputElement;
  way.addEventListener("click", (event) => event.preventDefault());
  const leads = () => {
    document.querySelector("b")?.click();
    return new URL(way.href).searchParams;
  };
  expect([...leads()]).toEqual([["next", "/couple"]]);
  box.checked = true;
  expect([...leads()]).toEqual([
    ["next", "/couple"],
    ["keep", "yes"],
  ]);
  box.checked = false;
  expect([...leads()]).toEqual([["next", "/couple"]]);
});
