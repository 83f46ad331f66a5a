/**
 * Finds every island the server left a place for and mounts it: the part is loaded only
 * where it is needed, and takes the place of a skeleton of the same size.
 * To add an island: a folder with a `mount` of its own and one line in ISLANDS.
 */
type Mount = (place: HTMLElement, props: never) => void | Promise<void>;

const ISLANDS: Record<string, () => Promise<{ mount: Mount }>> = {
  admin: () => import("./admin"),
  creator: () => import("./creator"),
};

async function settle(place: HTMLElement): Promise<void> {
  const load = ISLANDS[place.dataset.island ?? ""];
  if (!load) return;
  try {
    const { mount } = await load();
    await mount(place, JSON.parse(place.dataset.props ?? "null") as never);
    // Words of people stand in it: the island shows them, and takes them away when they leave.
    delete place.dataset.props;
    delete place.dataset.skeleton;
  } catch (error) {
    console.error(error);
    apologise(place);
  }
}

/** Without React: it may be what did not arrive. */
function apologise(place: HTMLElement): void {
  const note = document.createElement("p");
  note.className = "notice notice-danger creator-main";
  note.setAttribute("role", "alert");
  note.textContent = "Something went wrong. Please refresh the page.";
  place.replaceChildren(note);
}

for (const place of document.querySelectorAll<HTMLElement>("[data-island]")) void settle(place);
