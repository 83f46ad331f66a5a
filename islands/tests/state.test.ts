import { describe, expect, it } from "vitest";
import { initial, reduce } from "../src/creator/state";
import { creation, draft, photo, props, state } from "./support/makers";

const begin = (change = {}) => initial(props({ state: state(change) }));

describe("where a person comes back to", () => {
  it("is the creation, then the photos, then the conversation", () => {
    const photos = [photo("a")];
    expect(begin().screen).toBe("chat");
    expect(begin({ draft: draft({ photos }) }).screen).toBe("upload");
    expect(begin({ draft: draft({ photos }), creation: creation() }).screen).toBe("making");
    expect(initial(props({ state: null })).screen).toBe("signed_out");
  });
});

describe("the state machine", () => {
  it("keeps photos that arrived while an answer was on its way", () => {
    const model = reduce(begin({ draft: draft({ photos: [photo("a")] }) }), {
      type: "answered",
      conversed: { response: "Yes.", next_action: "AWAITING_IMAGES", draft: draft() },
    });
    expect(model.draft.photos.map((one) => one.id)).toEqual(["a"]);
  });

  it("does not overwrite words written while a message failed", () => {
    let model = reduce(begin(), { type: "sent", shown: "first" });
    model = reduce(model, { type: "typed", text: "second" });
    model = reduce(model, { type: "not_answered", message: "No." });
    expect(model.chat).toEqual({ text: "second", sent: null, error: "No." });
  });

  it("gives unsent words to nobody else on the same device", () => {
    let model = reduce(begin(), { type: "typed", text: "for my eyes" });
    model = reduce(model, { type: "signed_out" });
    const same = reduce(model, { type: "refreshed", state: state(), fromStart: false });
    expect(same.chat.text).toBe("for my eyes");
    const others = state({ draft: draft({ key: "another draft" }) });
    model = reduce(model, { type: "refreshed", state: others, fromStart: false });
    expect(model.chat.text).toBe("");
  });

  it("shows nobody what the server keeps, and puts it back into the box", () => {
    let model = reduce(begin(), { type: "typed", text: "for my eyes" });
    model = reduce(model, { type: "signed_out", words_kept: true });
    expect(model.chat.text).toBe("");
    const kept = state({ unsent: "for my eyes" });
    model = reduce(model, { type: "refreshed", state: kept, fromStart: false });
    expect(model.chat.text).toBe("for my eyes");
    expect(begin({ unsent: "for my eyes" }).chat.text).toBe("for my eyes");
  });

  it("puts a photo back where it was when removing it failed", () => {
    const photos = [photo("a"), photo("b"), photo("c")];
    let model = reduce(begin({ draft: draft({ photos }) }), { type: "photo_removed", id: "b" });
    model = reduce(model, { type: "photo_kept", photo: photo("b"), at: 1, message: "No." });
    expect(model.draft.photos.map((one) => one.id)).toEqual(["a", "b", "c"]);
    expect(model.batch?.message).toBe("No.");
  });

  it("shows a photo that somebody else added, and none that they took back", () => {
    const model = begin({ draft: draft({ photos: [photo("a"), photo("b")] }) });
    const asked = model.draft;
    const told = {
      key: asked.key,
      photos: [photo("b"), photo("c")],
      begun: false,
      credits: 425,
      held: 25,
    };
    const ids = (of: typeof model) => of.draft.photos.map((one) => one.id);
    const seen = reduce(model, { type: "photos_told", asked, told, noted: true });
    expect(ids(seen)).toEqual(["b", "c"]);
    expect(seen.unseen, "until the server knows that it is shown").toEqual(["c"]);
    const again = { ...told, photos: seen.draft.photos };
    const noted = { type: "photos_told" as const, asked: seen.draft, told: again, noted: true };
    expect(reduce(seen, noted).unseen).toEqual([]);
    expect(reduce(seen, { ...noted, noted: false })).toBe(seen);
    expect(seen.draft.photos[0]).toBe(asked.photos[1]);
    expect([seen.credits, seen.held]).toEqual([425, 25]);

    // What was changed here in the meantime stays, as does all of another draft.
    const removed = reduce(model, { type: "photo_removed", id: "b" });
    expect(ids(reduce(removed, { type: "photos_told", asked, told, noted: true }))).toEqual(["a"]);
    for (const other of [{ key: "another draft" }, { begun: true }]) {
      const answer = { ...told, ...other };
      const kept = reduce(model, { type: "photos_told", asked, told: answer, noted: true });
      expect(kept.draft).toBe(asked);
    }
  });

  it("never shows a photo twice whose removal failed", () => {
    const model = begin({ draft: draft({ photos: [photo("a"), photo("b")] }) });
    const kept = reduce(model, { type: "photo_kept", photo: photo("a"), at: 0, message: "No." });
    expect(kept.draft.photos.map((one) => one.id)).toEqual(["a", "b"]);
  });

  it("shows the credits of the creation that is watched", () => {
    const model = reduce(begin(), { type: "begun", creation: creation({ credits: 25 }) });
    expect(model.credits).toBe(25);
    expect(model.screen).toBe("making");
  });
});
