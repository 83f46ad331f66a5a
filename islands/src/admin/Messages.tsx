import { useEffect, useState } from "react";
import type { ContactPage } from "../generated/wire";
import { Notice } from "../kit/Notice";
import { call } from "../lib/api";
import { Pages } from "./Pages";
import { DATABASE_TROUBLE } from "./useWaitlist";

const TIME = new Intl.DateTimeFormat("en-ZA", {
  timeZone: "Africa/Johannesburg",
  dateStyle: "medium",
  timeStyle: "short",
  hour12: false,
});

/** What companies wrote, newest first. */
export function Messages() {
  const [wanted, setWanted] = useState(1);
  const [page, setPage] = useState<ContactPage | null>(null);
  const [trouble, setTrouble] = useState(false);
  useEffect(() => {
    let here = true;
    void call("admin/messages", { page: wanted }).then((answer) => {
      if (!here) return;
      if (!answer.ok && answer.problem.code === "locked") return location.reload();
      const good = answer.ok && answer.value.success ? answer.value : null;
      setTrouble(!good);
      if (good) setPage(good);
    });
    return () => {
      here = false;
    };
  }, [wanted]);

  if (trouble) return <Notice tone="danger">{DATABASE_TROUBLE}</Notice>;
  if (!page)
    return (
      <p className="spinner" role="status">
        Loading messages…
      </p>
    );
  if (page.data.length === 0) return <p className="admin-empty">Nobody has written yet.</p>;
  return (
    <>
      <div className="stack messages">
        {page.data.map((message) => (
          <article className="card stack" key={message.id}>
            <header>
              <h2>
                <bdi>{message.name}</bdi>
                {message.company && <bdi className="message-company">{message.company}</bdi>}
              </h2>
              <p className="caption">
                <a href={`mailto:${message.email}`}>{message.email}</a>
                {message.employees && ` · ${message.employees} people`}
                {" · "}
                <time dateTime={message.timestamp}>{TIME.format(new Date(message.timestamp))}</time>
              </p>
            </header>
            <p className="letter">
              <bdi>{message.message}</bdi>
            </p>
          </article>
        ))}
      </div>
      <Pages pagination={page.pagination} onPage={setWanted} />
    </>
  );
}
