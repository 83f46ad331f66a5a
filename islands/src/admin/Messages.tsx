import { useEffect, useState } from "react";
import type { ContactPage, ContactThread } from "../generated/wire";
import { Button } from "../kit/Button";
import { Notice } from "../kit/Notice";
import { call } from "../lib/api";
import { Pages } from "./Pages";
import { Thread } from "./Thread";
import { DATABASE_TROUBLE } from "./useWaitlist";

/** What people wrote: what waits for an answer first, Premium and Pro before others. */
export function Messages() {
  const [wanted, setWanted] = useState({ page: 1 });
  const [page, setPage] = useState<ContactPage | null>(null);
  const [trouble, setTrouble] = useState(false);
  useEffect(() => {
    let here = true;
    void call("admin/messages", wanted).then((answer) => {
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

  if (trouble)
    return (
      <Notice tone="danger">
        <p>{DATABASE_TROUBLE}</p>
        <div className="row">
          <Button size="small" icon="retry" onClick={() => setWanted({ ...wanted })}>
            Try again
          </Button>
        </div>
      </Notice>
    );
  if (!page)
    return (
      <p className="spinner" role="status">
        Loading messages…
      </p>
    );
  if (page.data.length === 0) return <p className="admin-empty">Nobody has written yet.</p>;
  // An answered thread stays where it is until the page is looked at again.
  const answered = (thread: ContactThread) =>
    setPage({ ...page, data: page.data.map((one) => (one.id === thread.id ? thread : one)) });
  return (
    <>
      <div className="stack messages">
        {page.data.map((thread) => (
          <Thread key={thread.id} thread={thread} onAnswered={answered} />
        ))}
      </div>
      <Pages pagination={page.pagination} onPage={(to) => setWanted({ page: to })} />
    </>
  );
}
