/** The administrator's page: what it asks for, what it says, what it does without a server. */
import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { Admin } from "../src/admin/Admin";
import { Clock } from "../src/admin/Clock";
import { toCsv } from "../src/admin/csv";
import type {
  AdminProps,
  ContactThread,
  StatusMoved,
  WaitlistEntry,
  WaitlistPage,
  WaitlistQuery,
} from "../src/generated/wire";
import {
  addSentApplication,
  forgetSentApplications,
  sentApplications,
} from "../src/lib/sentApplications";
import { DOWN, fakeServer, Refusal } from "./support/server";

const entry = (number: number, change: Partial<WaitlistEntry> = {}): WaitlistEntry => ({
  id: `id-${number}`,
  name: `Person ${number}`,
  email: `person${number}@example.com`,
  reason: "",
  type: "beta_registration",
  status: "pending",
  timestamp: new Date(Date.now() - number * 60_000).toISOString(),
  ...change,
});

const pageOf = (data: WaitlistEntry[], total = data.length, page = 1): WaitlistPage => ({
  success: true,
  data,
  pagination: {
    page,
    pageSize: 25,
    total,
    totalPages: Math.ceil(total / 25),
    from: total ? (page - 1) * 25 + 1 : 0,
    to: (page - 1) * 25 + data.length,
    more: false,
  },
  error: null,
  unsorted: false,
});

const NOT_MOVED: StatusMoved = {
  success: false,
  moved: 0,
  conflicts: 0,
  error: "Failed to update status. Please try again.",
};

const counted = {
  success: true,
  counts: { total: 2, pending: 2, approved: 0, rejected: 0 },
  error: null,
};
const props = (page: WaitlistPage | null): AdminProps => ({
  query: { search: "", status: null, sort: "timestamp", reverse: false, page: null, pageSize: 25 },
  page,
  counts: page ? counted.counts : null,
  tab: "applications",
});

beforeEach(() => {
  forgetSentApplications();
  history.replaceState(null, "", "/admin/waitlist");
});

test("the clock shows Johannesburg's day and hour, and goes on with every minute", () => {
  vi.useFakeTimers({ now: new Date("2026-11-21T22:59:30Z") });
  try {
    render(<Clock />);
    const clock = screen.getByRole("time");
    expect(clock.textContent).toMatch(/^Sunday,? 22 November 2026.*00:59$/);
    act(() => vi.advanceTimersByTime(59_000));
    expect(clock.textContent).toMatch(/00:59$/);
    act(() => vi.advanceTimersByTime(1_000));
    expect(clock.textContent).toMatch(/01:00$/);
  } finally {
    vi.useRealTimers();
  }
});

test("a search waits for a pause, begins at page 1 and stands in the address", async () => {
  const server = fakeServer({
    "admin/waitlist/list": () => pageOf([entry(1)]),
    "admin/waitlist/counts": () => counted,
  });
  render(<Admin {...props(pageOf([entry(1), entry(2)], 60, 2))} />);
  await userEvent.type(screen.getByLabelText("Search"), "person1");
  await waitFor(() => expect(screen.getAllByRole("row")).toHaveLength(2));
  expect(server.to("admin/waitlist/list")).toEqual([
    { query: expect.objectContaining({ search: "person1", page: 1, pageSize: 25 }) },
  ]);
  expect(location.search).toBe("?search=person1");
});

test("each status has its moves, and a move is told with what was seen", async () => {
  const server = fakeServer({
    "admin/waitlist/list": () => pageOf([entry(1, { status: "approved" })]),
    "admin/waitlist/counts": () => counted,
    "admin/waitlist/move": () => ({ success: false, moved: 0, conflicts: 1, error: null }),
  });
  render(<Admin {...props(pageOf([entry(1)]))} />);
  const row = () => within(screen.getAllByRole("row")[1] as HTMLElement);
  const words = () =>
    row()
      .getAllByRole("button")
      .map((button) => button.textContent);
  expect(words()).toEqual(["Approve", "Reject"]);
  await userEvent.click(row().getByRole("button", { name: "Approve Person 1" }));
  await waitFor(() => expect(words()).toEqual(["Reject", "Reset"]));
  expect(server.to("admin/waitlist/move")).toEqual([
    { entries: [{ id: "id-1", from: "pending" }], to: "approved" },
  ]);
  expect(screen.getByRole("alert").textContent).toContain("changed by somebody else");
});

test("what is shown can be moved while another list is on its way", async () => {
  const server = fakeServer({
    "admin/waitlist/list": () => new Promise<WaitlistPage>(() => {}),
    "admin/waitlist/counts": () => counted,
    "admin/waitlist/move": () => ({ success: true, moved: 1, conflicts: 0, error: null }),
  });
  render(<Admin {...props(pageOf([entry(1)]))} />);
  await userEvent.type(screen.getByLabelText("Search"), "person1");
  await waitFor(() => expect(server.to("admin/waitlist/list")).toHaveLength(1));
  await userEvent.click(screen.getByRole("button", { name: "Approve Person 1" }));
  expect(server.to("admin/waitlist/move")).toHaveLength(1);
});

test("several are chosen and moved by one call, and by the keyboard one after the other", async () => {
  const server = fakeServer({
    "admin/waitlist/list": () => pageOf([entry(1), entry(2)]),
    "admin/waitlist/counts": () => counted,
    "admin/waitlist/move": () => ({ success: true, moved: 2, conflicts: 0, error: null }),
  });
  render(<Admin {...props(pageOf([entry(1), entry(2)]))} />);
  await userEvent.click(screen.getByLabelText("Choose all of this page"));
  await userEvent.click(screen.getByRole("button", { name: "Reject chosen" }));
  await waitFor(() => expect(server.to("admin/waitlist/move")).toHaveLength(1));
  expect(server.to("admin/waitlist/move")[0]?.entries).toHaveLength(2);
  await waitFor(() => expect(screen.getByText("0 chosen")).toBeTruthy());
  (screen.getAllByRole("row")[1] as HTMLElement).focus();
  await userEvent.keyboard("{ArrowDown}a");
  await waitFor(() => expect(server.to("admin/waitlist/move")).toHaveLength(2));
  expect(server.to("admin/waitlist/move")[1]).toEqual({
    entries: [{ id: "id-2", from: "pending" }],
    to: "approved",
  });
});

test("without the database this browser's copies are shown, filtered and counted, and say so", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  fakeServer({ "admin/waitlist/list": () => DOWN, "admin/waitlist/counts": () => DOWN });
  for (const number of [3, 2, 1]) addSentApplication(entry(number));
  addSentApplication(entry(4, { timestamp: "2020-01-01T00:00:00.000Z" }));
  render(<Admin {...props(null)} />);
  expect(screen.getByRole("alert").textContent).toContain(
    "There was an issue connecting to the database. Some features may be limited.",
  );
  expect(screen.getByRole("alert").textContent).toContain("kept in it");
  await waitFor(() => expect(screen.getAllByRole("row")).toHaveLength(4));
  expect(screen.getByRole("button", { name: "Approve Person 1" }).hasAttribute("disabled")).toBe(
    true,
  );
  await userEvent.type(screen.getByLabelText("Search"), "person2@");
  await waitFor(() => expect(screen.getAllByRole("row")).toHaveLength(2));
  await userEvent.click(screen.getByRole("button", { name: "Clear these copies" }));
  await waitFor(() => expect(sentApplications()).toEqual([]));
});

test("pages are offered only where there are more than one", async () => {
  const { unmount } = render(<Admin {...props(pageOf([entry(1)]))} />);
  expect(screen.queryByRole("button", { name: "Next" })).toBeNull();
  unmount();
  render(<Admin {...props(pageOf([entry(1)], 26))} />);
  expect(screen.getByText("Page 1 of 2")).toBeTruthy();
});

test("pages are walked to the next, the last and the one that is typed, within what there is", async () => {
  const server = fakeServer({
    "admin/waitlist/list": ({ query }) => {
      const page = (query as WaitlistQuery).page ?? 1;
      return pageOf([entry(page)], 2_510, page);
    },
    "admin/waitlist/counts": () => counted,
  });
  render(<Admin {...props(pageOf([entry(1)], 2_510))} />);
  const button = (name: string) => screen.getByRole("button", { name }) as HTMLButtonElement;
  const standsAt = (page: number) =>
    waitFor(() => {
      expect(screen.getByText(`person${page}@example.com`)).toBeTruthy();
      expect(screen.getByText(/^Page /).textContent).toBe(`Page ${page} of 101`);
    });
  const usable = () =>
    ["First", "Previous", "Next", "Last"].filter((name) => !button(name).disabled);
  expect(usable()).toEqual(["Next", "Last"]);
  for (const [name, page] of [
    ["Next", 2],
    ["Last", 101],
    ["Previous", 100],
    ["First", 1],
  ] as const) {
    await userEvent.click(button(name));
    await standsAt(page);
    expect(location.search).toBe(page === 1 ? "" : `?page=${page}`);
  }
  for (const [typed, page] of [
    ["7", 7],
    ["1000000000", 101],
    ["0", 1],
    ["-1", 1],
  ] as const) {
    await userEvent.type(screen.getByLabelText("Go to page"), `${typed}{Enter}`);
    await standsAt(page);
    expect((screen.getByLabelText("Go to page") as HTMLInputElement).value).toBe("");
  }
  await userEvent.type(screen.getByLabelText("Go to page"), "9");
  await userEvent.click(button("Go"));
  await standsAt(9);
  const asked = server.to("admin/waitlist/list").length;
  await userEvent.type(screen.getByLabelText("Go to page"), "nowhere{Enter}");
  expect(server.to("admin/waitlist/list")).toHaveLength(asked);
  await userEvent.click(button("Last"));
  await standsAt(101);
  expect(usable()).toEqual(["First", "Previous"]);
});

test("each head sorts, again turns it round, and its arrow and the address say so", async () => {
  const server = fakeServer({
    "admin/waitlist/list": () => pageOf([entry(1)], 60),
    "admin/waitlist/counts": () => counted,
  });
  render(<Admin {...props(pageOf([entry(1)], 60, 2))} />);
  const head = (name: string) => screen.getByRole("columnheader", { name: new RegExp(name) });
  const sorted = () =>
    ["Name", "Email", "Status", "Applied"].map((name) => head(name).getAttribute("aria-sort"));
  expect(sorted()).toEqual(["none", "none", "none", "descending"]);
  for (const [name, order, address] of [
    ["Name", "ascending", "?sort=name"],
    ["Name", "descending", "?sort=name&reverse=1"],
    ["Name", "ascending", "?sort=name"],
    ["Email", "ascending", "?sort=email"],
    ["Status", "ascending", "?sort=status"],
    ["Applied", "descending", ""],
    ["Applied", "ascending", "?reverse=1"],
  ] as const) {
    await userEvent.click(within(head(name)).getByRole("button"));
    await waitFor(() => expect(head(name).getAttribute("aria-sort")).toBe(order));
    expect(sorted().filter((order) => order !== "none")).toHaveLength(1);
    expect(location.search).toBe(address);
  }
  await waitFor(() => expect(server.to("admin/waitlist/list")).toHaveLength(7));
  const asked = server.to("admin/waitlist/list").map(({ query }) => query as WaitlistQuery);
  expect(asked.map(({ sort, reverse }) => `${sort}${reverse ? " turned" : ""}`)).toEqual([
    "name",
    "name turned",
    "name",
    "email",
    "status",
    "timestamp",
    "timestamp turned",
  ]);
  expect(asked.map(({ page }) => page)).toEqual([1, 1, 1, 1, 1, 1, 1]);
  // What the list shows beside is no order.
  expect(within(head("Interest/Reason")).queryByRole("button")).toBeNull();
});

test("a change that did not happen says so, and the list is read again", async () => {
  const answers = [DOWN, "bad gateway", new Refusal(422, "bad_input"), NOT_MOVED];
  const server = fakeServer({
    "admin/waitlist/list": () => pageOf([entry(1)]),
    "admin/waitlist/counts": () => counted,
    "admin/waitlist/move": () => answers.shift(),
  });
  render(<Admin {...props(pageOf([entry(1)]))} />);
  for (let tries = 1; answers.length > 0; tries += 1) {
    await userEvent.click(screen.getByRole("button", { name: "Reject Person 1" }));
    await waitFor(() => expect(server.to("admin/waitlist/list")).toHaveLength(tries));
    await waitFor(() =>
      expect(screen.getByRole("alert").textContent).toBe(
        "Failed to update status. Please try again.",
      ),
    );
    await waitFor(() =>
      expect(screen.getByRole("button", { name: "Reject Person 1" })).toHaveProperty(
        "disabled",
        false,
      ),
    );
  }
  await userEvent.selectOptions(screen.getByLabelText("Status"), "pending");
  expect(screen.queryByRole("alert"), "another question is about something else").toBeNull();
});

test("everything that matches is a file of the same search, status and order", async () => {
  fakeServer({
    "admin/waitlist/list": () => pageOf([entry(1)], 60),
    "admin/waitlist/counts": () => counted,
  });
  render(<Admin {...props(pageOf([entry(1)], 60, 2))} />);
  const link = () =>
    screen.getByRole("link", { name: "CSV of everything that matches" }) as HTMLAnchorElement;
  const parts = () => {
    const { pathname, searchParams } = new URL(link().href);
    return [pathname, Object.fromEntries(searchParams)];
  };
  expect(parts()).toEqual(["/admin/waitlist.csv", {}]);
  expect(link().hasAttribute("download")).toBe(true);
  await userEvent.type(screen.getByLabelText("Search"), " 50% & =1+1# ");
  await userEvent.selectOptions(screen.getByLabelText("Status"), "rejected");
  expect(parts()).toEqual(["/admin/waitlist.csv", { search: "50% & =1+1#", status: "rejected" }]);
});

test("a conversation is answered where it stands", async () => {
  const thread: ContactThread = {
    id: "thread-1",
    name: "Thandi",
    email: "thandi@example.com",
    company: "",
    employees: "",
    member: true,
    plan: "Premium",
    waiting: true,
    left_out: 0,
    messages: [
      { id: "m1", ours: false, message: "No sound?", timestamp: "2026-11-21T12:00:00.000Z" },
    ],
  };
  const reply = {
    id: "m2",
    ours: true,
    message: "Not yet.",
    timestamp: "2026-11-21T13:00:00.000Z",
  };
  const server = fakeServer({
    "admin/messages": () => ({ ...pageOf([]), data: [thread] }),
    "admin/answer": () => ({ ...thread, waiting: false, messages: [...thread.messages, reply] }),
  });
  render(<Admin {...props(pageOf([]))} tab="messages" />);
  await waitFor(() => expect(screen.getByText("Premium")).toBeTruthy());
  await userEvent.type(screen.getByLabelText("Answer Thandi"), "Not yet.");
  await userEvent.click(screen.getByRole("button", { name: "Send Answer" }));
  await waitFor(() => expect(screen.getByText("Answered")).toBeTruthy());
  expect(server.to("admin/answer")).toEqual([{ thread: "thread-1", message: "Not yet." }]);
  expect((screen.getByLabelText("Answer Thandi") as HTMLTextAreaElement).value).toBe("");
});

test("an answer stays where it is when the administration was locked meanwhile", async () => {
  const thread: ContactThread = {
    id: "thread-1",
    name: "Thandi",
    email: "thandi@example.com",
    company: "",
    employees: "",
    member: true,
    plan: null,
    waiting: true,
    left_out: 0,
    messages: [],
  };
  let locked = true;
  fakeServer({
    "admin/messages": () => ({ ...pageOf([]), data: [thread] }),
    "admin/answer": () =>
      locked ? new Refusal(401, "locked", "The admin pages are locked.") : thread,
  });
  render(<Admin {...props(pageOf([]))} tab="messages" />);
  const box = (await screen.findByLabelText("Answer Thandi")) as HTMLTextAreaElement;
  await userEvent.type(box, "Not yet.");
  await userEvent.click(screen.getByRole("button", { name: "Send Answer" }));
  const way = await screen.findByRole("link", { name: "Unlock it in another tab" });
  expect(way.getAttribute("target")).toBe("_blank");
  expect(box.value).toBe("Not yet.");
  locked = false;
  await userEvent.click(screen.getByRole("button", { name: "Send Answer" }));
  await waitFor(() => expect(box.value).toBe(""));
  expect(screen.queryByRole("link", { name: "Unlock it in another tab" })).toBeNull();
});

test("thousands are told with a comma", () => {
  const many = pageOf([entry(1)], 10_000);
  many.pagination.more = true;
  fakeServer({ "admin/waitlist/list": () => many, "admin/waitlist/counts": () => counted });
  render(<Admin {...props(many)} />);
  expect(screen.getByText(/of 10,000\+$/)).toBeTruthy();
});

test("messages that cannot be read are asked for again, and a page at a time", async () => {
  const thread = (page: number): ContactThread => ({
    id: `thread-${page}`,
    name: `Writer ${page}`,
    email: "writer@example.com",
    company: "",
    employees: "",
    member: false,
    plan: null,
    waiting: true,
    left_out: 0,
    messages: [],
  });
  const answers: unknown[] = [DOWN, { ...pageOf([], 60), data: [thread(1)] }];
  const server = fakeServer({
    "admin/messages": ({ page }) =>
      answers.shift() ?? { ...pageOf([], 60, Number(page)), data: [thread(Number(page))] },
  });
  render(<Admin {...props(pageOf([entry(1)], 60))} tab="messages" />);
  const trouble = await screen.findByRole("alert");
  expect(trouble.textContent).toContain("There was an issue connecting to the database.");
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByRole("article", { name: "Conversation with Writer 1" });
  expect(screen.queryByRole("alert")).toBeNull();
  const [box] = screen.getAllByLabelText("Go to page");
  for (const input of document.querySelectorAll("input"))
    expect(input.getAttribute("type"), input.outerHTML).toBeTruthy();
  await userEvent.type(box as HTMLElement, "3{Enter}");
  await screen.findByRole("article", { name: "Conversation with Writer 3" });
  expect(server.to("admin/messages")).toEqual([{ page: 1 }, { page: 1 }, { page: 3 }]);
  const ids = [...document.querySelectorAll("[id]")].map(({ id }) => id);
  expect(new Set(ids).size, `each once: ${ids}`).toBe(ids.length);
});

test("a page as CSV has the specified columns and no formula", () => {
  const odd = ["=1", "+1", "-1", "@SUM(A1)", "＝1", "＋1", "－1", "＠A1", " =1", "\u00a0=1"];
  const lines = toCsv(
    odd.map((name, index) => entry(index, { name })),
    26,
  ).split("\r\n");
  expect(lines[0]).toBe("\uFEFFNumber,Name,Email,Interest/Reason,Status,Timestamp");
  for (const [index, name] of odd.entries())
    expect(lines[index + 1]).toContain(`${26 + index},'${name},`);
  for (const [name, written] of [
    ["\t=1", "'\t'=1"],
    ["\r1", "'\r1"],
    ["\n=1", "'\n'=1"],
    ["x;=cmd|'/c calc'!A0;y", "x;'=cmd|'/c calc'!A0;y"],
    ['x;"=1";y', `x;'""=1"";y`],
    ["x\t +1", "x\t' +1"],
    ["x\n- tea\n", "x\n'- tea\n"],
    ["x;;@A1", "x;;'@A1"],
    ["x,=1|-1", "x,'=1|'-1"],
    ["x;y", "x;y"],
  ] as const)
    expect(toCsv([entry(1, { name })], 1)).toContain(`1,"${written}",`);
  expect(toCsv([entry(1, { name: 'Nana "N", the first' })], 1)).toContain(
    '"Nana ""N"", the first"',
  );
});

test("copies are kept once, newest first, twenty at most", () => {
  for (let number = 0; number < 25; number += 1) addSentApplication(entry(number));
  addSentApplication(entry(24));
  expect(sentApplications()).toHaveLength(20);
  expect(sentApplications()[0]?.id).toBe("id-24");
  localStorage.setItem("evernear.waitlist", "{broken");
  expect(sentApplications()).toEqual([]);
});

test("a copy without a status, or with an unknown one, is pending", () => {
  const { status: _, reason: __, ...bare } = entry(1);
  const copies = [{ ...bare, interest: "My gran" }, { ...entry(2), status: "banana" }, { id: "x" }];
  localStorage.setItem("evernear.waitlist", JSON.stringify(copies));
  const read = sentApplications().map(({ status, reason }) => [status, reason]);
  expect(read).toEqual([
    ["pending", "My gran"],
    ["pending", ""],
  ]);
});

test("what was moved and searched for is still there after a look at the messages", async () => {
  const moved = pageOf([entry(1, { status: "approved" })], 1);
  fakeServer({
    "admin/waitlist/list": () => moved,
    "admin/waitlist/counts": () => counted,
    "admin/waitlist/move": () => ({ success: true, moved: 1, conflicts: 0, error: null }),
    "admin/messages": () => DOWN,
  });
  render(<Admin {...props(pageOf([entry(1)], 1))} />);
  await userEvent.click(screen.getByRole("button", { name: "Approve Person 1" }));
  await screen.findByRole("button", { name: "Reset Person 1" });
  await userEvent.click(screen.getByRole("button", { name: "Messages" }));
  expect(screen.queryByRole("button", { name: "Reset Person 1" })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Applications" }));
  expect(screen.getByRole("button", { name: "Reset Person 1" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Approve Person 1" })).toBeNull();
});

test("a list that came unsorted is not said to be sorted, and its heads say how it is", async () => {
  const server = fakeServer({
    "admin/waitlist/list": () => ({ ...pageOf([entry(2)], 1), unsorted: true }),
    "admin/waitlist/counts": () => counted,
  });
  render(<Admin {...props(pageOf([entry(1)], 1))} />);
  const name = () => screen.getByRole("columnheader", { name: /Name/ });
  expect(screen.getByRole("columnheader", { name: /Applied/ }).getAttribute("aria-sort")).toBe(
    "descending",
  );
  await userEvent.click(within(name()).getByRole("button"));
  await screen.findByText("Person 2");
  expect(server.to("admin/waitlist/list").at(-1)).toMatchObject({ query: { sort: "name" } });
  expect(name().getAttribute("aria-sort")).toBe("none");
});
