import { useEffect } from "react";

interface Props {
  refreshing: boolean;
  onReturn: () => void;
}

/** The session ended while the page was open: the way in leads back to this very place. */
export function SignedOut({ refreshing, onReturn }: Props) {
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
        <h1 tabIndex={-1}>Please sign in to view your profile.</h1>
        {refreshing ? (
          <p className="spinner" role="status">
            Loading profile...
          </p>
        ) : (
          <p>Your words, your photos and a memory in the making are kept. You come back here.</p>
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
