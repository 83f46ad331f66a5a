import { useEffect } from "react";

interface Props {
  /** Words that did not reach the server: the browser keeps them nowhere else. */
  unsent: string;
  refreshing: boolean;
  onReturn: () => void;
}

/** The session ended while the page was open: the way in leads back to this very place. */
export function SignedOut({ unsent, refreshing, onReturn }: Props) {
  // Signed in again in another tab: carry on without a click.
  useEffect(() => {
    const look = () => document.visibilityState === "visible" && onReturn();
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, [onReturn]);

  const here = window.location.pathname;
  return (
    <div className="creator creator-center">
      <section className="card gate">
        <h1 tabIndex={-1}>Please sign in to go on with your memory.</h1>
        {refreshing ? (
          <p className="spinner" role="status">
            Getting your memory...
          </p>
        ) : (
          <p>Your words, your photos and a memory in the making are kept. You come back here.</p>
        )}
        {unsent.trim() && (
          <div className="field">
            <label htmlFor="unsent">Not sent yet. Copy it if you sign in here:</label>
            <textarea id="unsent" readOnly rows={3} autoComplete="off" value={unsent} />
          </div>
        )}
        <a
          className="button button-primary"
          href={`/auth?mode=signin&next=${encodeURIComponent(here)}`}
        >
          Sign In
        </a>
      </section>
    </div>
  );
}
