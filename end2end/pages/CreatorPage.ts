import { expect, type Locator, type Page } from "@playwright/test";

/** A file as a browser hands it over, or the path of a real one. */
export type Chosen = string | { name: string; mimeType: string; buffer: Buffer };

/** The names under which the creator is found. */
export type CreatorPath =
  | "/ai-creator"
  | "/create"
  | "/video-generator"
  | "/couple"
  | "/virtual-hangout"
  | "/virtual-hangout-image";

/** The creator: conversation, photos, making, result. */
export class CreatorPage {
  readonly island: Locator;
  readonly credits: Locator;
  // Conversation
  readonly chatHeading: Locator;
  readonly memoryBox: Locator;
  readonly placeBox: Locator;
  readonly lines: Locator;
  readonly toUpload: Locator;
  // Photos
  readonly uploadHeading: Locator;
  readonly previews: Locator;
  readonly batchProblem: Locator;
  readonly rights: Locator;
  readonly create: Locator;
  readonly insufficient: Locator;
  // Making
  readonly makingHeading: Locator;
  readonly plan: Locator;
  readonly bar: Locator;
  readonly step: Locator;
  // Result
  readonly resultHeading: Locator;
  readonly reflection: Locator;
  readonly film: Locator;
  readonly picture: Locator;
  readonly newMemory: Locator;
  readonly signInAgain: Locator;
  readonly needsScript: Locator;

  constructor(readonly page: Page) {
    const heading = (name: string) => page.getByRole("heading", { name, exact: true });
    const button = (name: string) => page.getByRole("button", { name, exact: true });
    this.island = page.locator("[data-island=creator]");
    this.credits = page.locator(".creator-bar .credits");
    this.chatHeading = heading("Share an Experience with a Loved One");
    this.memoryBox = page.getByPlaceholder("Describe a memory, a feeling, or a dream...");
    this.placeBox = page.getByPlaceholder("e.g. A quiet beach at sunset...");
    this.lines = page.getByRole("log", { name: "Conversation" }).getByRole("paragraph");
    this.toUpload = button("Upload Images");
    this.uploadHeading = heading("Upload Your Photos");
    this.previews = page.getByRole("list", { name: "Your photos" }).getByRole("img");
    this.batchProblem = page.getByRole("alert");
    this.rights = page.getByRole("checkbox", { name: "I have the right to use these photos" });
    this.create = button("Create My Memory");
    this.insufficient = page.getByRole("alert").filter({ has: heading("Insufficient Credits") });
    this.makingHeading = heading("Making your memory");
    this.plan = heading("The plan");
    this.bar = page.getByRole("progressbar", { name: "Your memory" });
    this.step = page.getByText(/^Step [1-6] of 6$/);
    this.resultHeading = heading("Memory Created Successfully");
    this.reflection = page.getByRole("blockquote");
    this.film = page.getByLabel("Your finished memory");
    this.picture = page.getByRole("img", { name: "Your finished memory" });
    this.newMemory = button("New Memory");
    // Not by its text: Playwright reads none inside of <noscript>.
    this.needsScript = page.locator("noscript > .notice");
    this.signInAgain = heading("Please sign in to go on with your memory.");
  }

  async open(path: CreatorPath = "/ai-creator"): Promise<void> {
    await this.page.goto(path);
    await this.ready();
  }

  /** The island has taken the skeleton's place. */
  async ready(): Promise<void> {
    await expect(this.island).not.toHaveAttribute("data-skeleton");
  }

  /** Notes each step that is shown from now on, however short; asked, it tells them in order. */
  async watchSteps(): Promise<() => Promise<string[]>> {
    await this.page.evaluate(() => {
      const seen: string[] = [];
      const look = () => {
        const shown = /Step [1-6] of 6/.exec(document.body.textContent ?? "")?.[0];
        if (shown && shown !== seen.at(-1)) seen.push(shown);
        document.documentElement.setAttribute("data-steps", seen.join("\n"));
      };
      new MutationObserver(look).observe(document.body, {
        childList: true,
        characterData: true,
        subtree: true,
      });
    });
    return () =>
      this.page.evaluate(() =>
        (document.documentElement.getAttribute("data-steps") ?? "").split("\n"),
      );
  }

  async say(text: string): Promise<void> {
    await this.memoryBox.fill(text);
    await this.send();
  }

  async sayPlace(text: string): Promise<void> {
    await this.placeBox.fill(text);
    await this.send();
  }

  async send(): Promise<void> {
    await this.page.getByRole("button", { name: "Send", exact: true }).click();
  }

  /** Through the file chooser, as a person does. */
  async choosePhotos(...files: Chosen[]): Promise<void> {
    const chooser = this.page.waitForEvent("filechooser");
    await this.page.locator(".drop").first().click();
    await (await chooser).setFiles(files as string[]);
  }

  /** Letting files go over the drop area. */
  async dropPhotos(...files: { name: string; mimeType: string; buffer: Buffer }[]): Promise<void> {
    const carried = files.map(({ name, mimeType, buffer }) => ({
      name,
      mimeType,
      base64: buffer.toString("base64"),
    }));
    const dataTransfer = await this.page.evaluateHandle((all) => {
      const transfer = new DataTransfer();
      for (const { name, mimeType, base64 } of all) {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
        transfer.items.add(new File([bytes], name, { type: mimeType }));
      }
      return transfer;
    }, carried);
    const area = this.page.locator(".drop").first();
    await area.dispatchEvent("dragover", { dataTransfer });
    await area.dispatchEvent("drop", { dataTransfer });
  }

  count(photos: number): Locator {
    return this.page.getByText(`${photos}/3 photos added`, { exact: true });
  }

  /** Every photo has arrived and its preview shows something. */
  async seePhotos(photos: number): Promise<void> {
    await expect(this.count(photos)).toBeVisible();
    await expect(this.previews).toHaveCount(photos);
    for (const preview of await this.previews.all()) await expectPicture(preview);
  }

  async choosePicture(): Promise<void> {
    // The box itself is out of sight: its label is what people touch.
    await this.page.locator(".choice").getByText("Picture", { exact: true }).click();
    await expect(this.kind("Picture")).toBeChecked();
  }

  /** The right to use the photos is confirmed, as the last choice, and all choices are kept. */
  async confirmRights(): Promise<void> {
    // Where choices are made slowly, each is sent by itself.
    const kept = this.page.waitForResponse(
      (answer) =>
        answer.url().endsWith("/api/creator/remember") &&
        answer.request().postDataJSON().rights_confirmed === true,
    );
    await this.rights.check();
    expect((await kept).ok()).toBe(true);
  }

  kind(name: "Film" | "Picture"): Locator {
    return this.page.getByRole("radio", { name: new RegExp(`^${name}`) });
  }

  async begin(): Promise<void> {
    await this.rights.check();
    await this.create.click();
  }

  download(name: "Download Video" | "Download Picture"): Locator {
    return this.page.getByRole("link", { name });
  }

  /** Saved to disk; answers with where, and under which name. */
  async save(name: "Download Video" | "Download Picture"): Promise<{ file: string; name: string }> {
    const starting = this.page.waitForEvent("download");
    await this.download(name).click();
    const download = await starting;
    return { file: await download.path(), name: download.suggestedFilename() };
  }

  async cancel(): Promise<void> {
    await this.page.getByRole("button", { name: "Cancel", exact: true }).click();
    await this.page.getByRole("button", { name: "Stop making it" }).click();
  }
}

/** Not just an element: pixels have arrived. */
export async function expectPicture(image: Locator): Promise<void> {
  await expect
    .poll(() => image.evaluate((element) => (element as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0);
}
