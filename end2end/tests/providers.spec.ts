// Pictures and films by a provider outside: the picture comes first, then the film; and what stands in for a
// provider that is away.
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import type { AuthPage } from "../pages/AuthPage.ts";
import { expectPicture } from "../pages/CreatorPage.ts";
import { ContractServers } from "../support/contractServers.ts";
import { test as base, expect } from "../support/fixtures.ts";
import { letter } from "../support/mails.ts";
import { addPhotos, describeMemory } from "../support/memories.ts";
import { type OwnServer, ownServer } from "../support/own.ts";
import { FROM_OUR_PAGE, somebody } from "../support/people.ts";
import { MAN, WOMAN } from "../support/photos.ts";

type Provider = "runway" | "comfyui" | "chat";
type Configuration = (at: ContractServers["at"]) => Record<string, string>;

const CONFIGURED: Record<Provider, Configuration> = {
  /** Pictures and films. */
  runway: (at) => ({
    EVERNEAR_IMAGERY: "runway",
    EVERNEAR_IMAGERY_FALLBACK: "embedded",
    EVERNEAR_RUNWAY_URL: at.runway.url,
    EVERNEAR_RUNWAY_KEY: at.runway.key,
  }),
  /** Pictures by our example workflow; our own camera films them. */
  comfyui: (at) => ({
    EVERNEAR_IMAGERY: "comfyui",
    EVERNEAR_FILM: "embedded",
    EVERNEAR_COMFYUI_URL: at.comfyui.url,
    EVERNEAR_COMFYUI_PICTURE: fileURLToPath(new URL("../../docs/comfyui/picture", import.meta.url)),
  }),
  /** A language model answers in the conversation. */
  chat: (at) => ({
    EVERNEAR_COMPANION: "openai",
    EVERNEAR_OPENAI_URL: at.chat.url,
    EVERNEAR_OPENAI_KEY: at.chat.key,
  }),
};

/** On a server of our own that is configured by the addresses of the contract servers. */
const test = base.extend<{
  provider: Provider;
  servers: ContractServers;
  server: OwnServer;
}>({
  provider: ["runway", { option: true }],
  servers: async ({ browserName: _ }, use) => {
    const servers = await ContractServers.start();
    await servers.tell({ picture: WOMAN });
    await use(servers);
    await servers.kill();
  },
  server: async ({ servers, provider }, use) => {
    const server = await ownServer({
      EVERNEAR_CONFIRM_EMAIL: "yes",
      ...CONFIGURED[provider](servers.at),
    });
    await use(server);
    await server.stop();
  },
  baseURL: async ({ server }, use) => use(server.base),
});

/** Somebody new, whose address is confirmed. */
async function signUp(page: Page, auth: AuthPage, server: OwnServer): Promise<void> {
  const person = somebody();
  await auth.open("signup");
  await auth.signUp(person);
  const { link } = await letter(person.email, "Confirm your e-mail", 1, server.mails);
  await page.goto(link);
  await page.getByLabel("The password you chose").fill(person.password);
  await page.getByRole("button", { name: "Confirm my e-mail" }).click();
  await expect(page).toHaveURL(`${server.base}/dashboard`);
}

/** The same with words and photos. */
async function prepare(page: Page, auth: AuthPage, server: OwnServer): Promise<void> {
  await signUp(page, auth, server);
  await describeMemory(page.request, "Tea with Nan in her garden");
  await addPhotos(page.request, [WOMAN, MAN]);
}

test.describe("Runway", { tag: "@once" }, () => {
  test.use({ provider: "runway" });

  test("a model's picture is looked at first, and then its film is made", async ({
    page,
    auth,
    creator,
    server,
  }) => {
    await prepare(page, auth, server);
    await creator.open();
    await expect(page.getByText(/Runway/).first()).toBeVisible();
    await expect(page.getByRole("checkbox", { name: /^Show me the picture first/ })).toBeChecked();
    // A model draws people anew: how they are shown, and what is cut out, is not offered.
    await expect(page.getByText("In the scene")).toHaveCount(0);
    await expect(page.getByRole("button", { name: /^Touch up/ })).toHaveCount(0);
    await creator.begin();
    await expect(page.getByRole("heading", { name: "Your picture is here" })).toBeVisible({
      timeout: 120_000,
    });
    await expectPicture(page.getByAltText("Your picture, before it moves"));
    await page.getByRole("button", { name: "Make the Film" }).click();
    await expect(creator.resultHeading).toBeVisible({ timeout: 120_000 });
    await expect(
      page.getByText("Models of Runway imagined this picture and this film."),
    ).toBeVisible();
    await expect(creator.credits).toHaveText("25 credits");
  });

  test("our own studio stands in for a provider that is away, and says so", async ({
    page,
    auth,
    creator,
    servers,
    server,
  }) => {
    await prepare(page, auth, server);
    await servers.kill();
    await creator.open();
    await page.getByRole("checkbox", { name: /^Show me the picture first/ }).uncheck();
    await creator.begin();
    await expect(creator.resultHeading).toBeVisible({ timeout: 120_000 });
    await expect(page.getByText(/so our own studio made it instead/)).toBeVisible();
    await expect(creator.credits).toHaveText("25 credits");
  });
});

test.describe("ComfyUI", { tag: "@once" }, () => {
  test.use({ provider: "comfyui" });

  test("a picture of one's own models is filmed by our camera", async ({
    page,
    auth,
    creator,
    server,
  }) => {
    await prepare(page, auth, server);
    await creator.open();
    await expect(page.getByText(/no other company receives them/).first()).toBeVisible();
    await creator.begin();
    await expect(creator.resultHeading).toBeVisible({ timeout: 120_000 });
    await expect(
      page.getByText(/A model of ComfyUI imagined this picture; our own camera/),
    ).toBeVisible();
    await expect(creator.credits).toHaveText("25 credits");
  });
});

test.describe("a language model", { tag: "@once" }, () => {
  test.use({ provider: "chat" });

  test("answers in the language of the person, in three of them", async ({
    page,
    auth,
    creator,
    server,
    servers,
  }) => {
    await signUp(page, auth, server);
    for (const [said, answer] of [
      [
        "Tee mit meiner Oma in ihrem Garten in Bremen",
        "Wie schön, ein Nachmittag mit deiner Oma im Garten.",
      ],
      [
        "Un té con mi abuela en su jardín de Sevilla",
        "Qué bonito, una tarde con tu abuela en el jardín.",
      ],
      [
        "Le thé avec ma grand-mère dans son jardin",
        "Quelle douceur, un après-midi avec ta grand-mère dans le jardin.",
      ],
    ]) {
      const reply = { response: answer, next_action: "AWAITING_IMAGES" };
      await servers.tell({ says: JSON.stringify(reply) });
      await creator.open();
      await expect(page.getByText(/Your words go to/).first()).toBeVisible();
      await creator.say(said ?? "");
      await expect(creator.lines.last()).toHaveText(`Assistant: ${answer}`);
      await expect(creator.toUpload).toBeVisible();
      await page.request.post("/api/creator/start_over", { headers: FROM_OUR_PAGE, data: {} });
    }
  });
});
