import type { ReactNode } from "react";
import { Button } from "../kit/Button";
import { Icon } from "../kit/Icon";

interface Props {
  title: string;
  credits: number | null;
  /** What of them is held for a memory that is being made; not among the credits. */
  held?: number;
  /** Without it, Back leads to the dashboard. */
  onBack?: () => void;
  /** The heading is a line above what is looked at. */
  quiet?: boolean;
  /** Stays at the bottom of the screen. */
  foot?: ReactNode;
  children: ReactNode;
}

/** What every screen of the creator shares: the way back, the credits, one heading. */
export function Frame({ title, credits, held = 0, onBack, quiet, foot, children }: Props) {
  return (
    <div className="creator">
      <header className="creator-bar">
        {onBack ? (
          <Button look="plain" icon="back" onClick={onBack}>
            Back
          </Button>
        ) : (
          <a className="button button-plain" href="/dashboard">
            <Icon name="back" />
            Back
          </a>
        )}
        <p className="credits">
          <Icon name="credits" />
          <b>{credits === null ? "--" : (credits + held).toLocaleString("en-US")}</b> credits{" "}
          {held > 0 && <span className="credits-held">({held.toLocaleString("en-US")} held)</span>}
        </p>
      </header>
      <div className="creator-main">
        <h1 className={`creator-title${quiet ? " creator-title-quiet" : ""}`} tabIndex={-1}>
          {title}
        </h1>
        {children}
      </div>
      {foot && <div className="composer">{foot}</div>}
    </div>
  );
}
