import { describe, expect, it } from "vitest";
import type { Upload } from "../src/creator/state";
import { freeFrom, keepsakeOf, placesOf } from "../src/creator/upload/places";
import { photo } from "./support/makers";

const upload = (who: Upload["who"]): Upload => ({
  id: `upload-${who}`,
  name: "a.jpg",
  local_url: "",
  who,
  batch: "1",
  share: 0,
  error: null,
});

const shown = (...of: Parameters<typeof placesOf>) =>
  placesOf(...of).map(({ photo, upload }) => photo?.id ?? upload?.id ?? null);

describe("the places on the table", () => {
  it("are named by the words of the person", () => {
    const names = placesOf([], [], ["grandmother", "brother"]).map((place) => place.name);
    expect(names).toEqual(["You", "Your grandmother", "Your brother"]);
    expect(placesOf([], [], []).map((place) => place.ofPhoto)).toEqual([
      "your photo",
      "the photo of your loved one",
      "the photo of a friend",
    ]);
  });

  it("are taken as it was said, and the others by those that are left", () => {
    const photos = [photo("a"), photo("b", { who: "you" }), photo("c", { who: "you" })];
    expect(shown(photos, [], [])).toEqual(["b", "a", "c"]);
  });

  it("are kept for what is on its way, unless somebody is there", () => {
    expect(shown([photo("a", { who: "loved_one" })], [upload("you")], [])).toEqual([
      "upload-you",
      "a",
      null,
    ]);
    expect(shown([photo("a", { who: "you" })], [upload("you")], [])).toEqual([
      "a",
      "upload-you",
      null,
    ]);
  });

  it("are nobody's where a keepsake is, which has its own", () => {
    const kept = photo("cup", { who: "keepsake" });
    expect(shown([kept, photo("a")], [upload("keepsake")], [])).toEqual(["a", null, null]);
    expect(keepsakeOf([photo("a")], [upload("you")])).toMatchObject({ photo: null, upload: null });
    expect(keepsakeOf([kept], [])).toMatchObject({ photo: kept, ofPhoto: "the keepsake" });
    expect(keepsakeOf([], [upload("keepsake")]).upload?.id).toBe("upload-keepsake");
  });

  it("are filled from where files were chosen, and then from the first", () => {
    const places = placesOf([photo("a", { who: "loved_one" })], [], []);
    expect(freeFrom(places, "friend")).toEqual(["friend", "you"]);
    expect(freeFrom(places, "loved_one")).toEqual(["friend", "you"]);
  });
});
