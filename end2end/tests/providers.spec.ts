// Pictures and films by a provider outside: the picture comes first, then the film; and what stands in for a
// provider that is away.
import type { Page } from "@playwright/test";
import type { AuthPage } from "../pages/AuthPage.ts";
import { expectPicture } from "../pages/CreatorPage.ts";
import { ContractServers } from "../support/contractServers.ts";
import { test as base, expect } from "../support/fixtures.ts";
import { letter } from "../support/mails.ts";
import { addPhotos, describeMemory } from "../support/memories.ts";
import { type OwnServer, ownServer } from "../support/own.ts";
import { somebody } from "../support/people.ts";
import { MAN, WOMAN } from "../support/photos.ts";

/** On a server of our own that orders at the contract server of Runway. */
const test = base.extend<{ servers: ContractServers; server: OwnServer }>({
  servers: async ({ browserName: _ }, use) => {
    const servers = await ContractServers.start();
    await servers.tell({ picture: WOMAN });
    await use(servers);
    await servers.kill();
  },
  server: async ({ servers }, use) => {
    const server = await ownServer({
      EVERNEAR_CONFIRM_EMAIL: "yes",
      EVERNEAR_IMAGERY: "runway",
      EVERNEAR_IMAGERY_FALLBACK: "embedded",
      EVERNEAR_RUNWAY_URL: servers.runway.url,
      EVERNEAR_RUNWAY_KEY: servers.runway.key,
    });
    await use(server);
    await server.stop();
  },
  baseURL: async ({ server }, use) => use(server.base),
});

/** Somebody new, whose address is confirmed, with words and photos. */
async function prepare(page: Page, auth: AuthPage, server: OwnServer): Promise<void> {
  const person = somebody();
  await auth.open("signup");
  await auth.signUp(person);
  const { link } = await letter(person.email, "Confirm your e-mail", 1, server.mails);
  await page.goto(link);
  await page.getByLabel("The password you chose").fill(person.password);
  await page.getByRole("button", { name: "Confirm my e-mail" }).click();
  await expect(page).toHaveURL(`${server.base}/dashboard`);
  await describeMemory(page.request, "Tea with Nan in her garden");
  await addPhotos(page.request, [WOMAN, MAN]);
}

test("a model's picture is looked at first, and then its film is made @once", async ({
  page,
  auth,
  creator,
  server,
}) => {
  test.setTimeout(120_000);
  await prepare(page, auth, server);
  await creator.open();
  await expect(page.getByText(/Runway/).first()).toBeVisible();
  await expect(page.getByRole("checkbox", { name: /^Show me the picture first/ })).toBeChecked();
  await creator.begin();
  await expect(page.getByRole("heading", { name: "Your picture is here" })).toBeVisible({
    timeout: 60_000,
  });
  await expectPicture(page.getByAltText("Your picture, before it moves"));
  await page.getByRole("button", { name: "Make the Film" }).click();
  await expect(creator.resultHeading).toBeVisible({ timeout: 60_000 });
  await expect(
    page.getByText("Models of Runway imagined this picture and this film."),
  ).toBeVisible();
  await expect(creator.credits).toHaveText("25 credits");
});

test("our own studio stands in for a provider that is away, and says so @once", async ({
  page,
  auth,
  creator,
  servers,
  server,
}) => {
  test.setTimeout(120_000);
  await prepare(page, auth, server);
  await servers.kill();
  await creator.open();
  await page.getByRole("checkbox", { name: /^Show me the picture first/ }).uncheck();
  await creator.begin();
  await expect(creator.resultHeading).toBeVisible({ timeout: 90_000 });
  await expect(page.getByText(/so our own studio made it instead/)).toBeVisible();
  await expect(creator.credits).toHaveText("25 credits");
});
