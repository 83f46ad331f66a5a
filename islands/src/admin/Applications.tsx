import type { AdminProps } from "../generated/wire";
import { Button } from "../kit/Button";
import { Notice } from "../kit/Notice";
import { forgetSentApplications } from "../lib/sentApplications";
import { Counts } from "./Counts";
import { Entries } from "./Entries";
import { Pages } from "./Pages";
import { Toolbar } from "./Toolbar";
import { DATABASE_TROUBLE, useWaitlist } from "./useWaitlist";

/** Applications: searched, filtered, moved. */
export function Applications(props: AdminProps) {
  const waitlist = useWaitlist(props);
  const { page, local, problem, said } = waitlist;
  return (
    <>
      <Counts counts={waitlist.counts} />
      {local && (
        <Notice tone="danger">
          <p>{DATABASE_TROUBLE}</p>
          <p>What is shown here was sent from this browser and is kept in it.</p>
          <div className="row">
            <Button size="small" icon="retry" onClick={waitlist.reload}>
              Try again
            </Button>
            <Button
              size="small"
              look="plain"
              onClick={() => {
                forgetSentApplications();
                waitlist.reload();
              }}
            >
              Clear these copies
            </Button>
          </div>
        </Notice>
      )}
      {problem && <Notice tone="danger">{problem}</Notice>}
      <Toolbar waitlist={waitlist} />
      {page?.unsorted && (
        <Notice tone="info">So many match that they are shown newest first.</Notice>
      )}
      <p className="sr-only" role="status">
        {said}
      </p>
      {page && <Entries waitlist={waitlist} page={page} />}
      {page && <Pages pagination={page.pagination} onPage={(to) => waitlist.ask({ page: to })} />}
    </>
  );
}
