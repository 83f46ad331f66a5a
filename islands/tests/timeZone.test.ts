import { expect, test } from "vitest";
import { tellTimeZone } from "../src/page/timeZone";

test("the browser's time zone is filled in where nobody has said another one", () => {
  document.body.innerHTML = `<input id="open" value="UTC" data-time-zone=""><input id="said" value="Asia/Tokyo">`;
  tellTimeZone("Africa/Johannesburg");
  const value = (id: string) => document.querySelector<HTMLInputElement>(`#${id}`)?.value;
  expect([value("open"), value("said")]).toEqual(["Africa/Johannesburg", "Asia/Tokyo"]);
});
