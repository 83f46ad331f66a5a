import type { ReactNode } from "react";
import { Button } from "../kit/Button";
import { Icon } from "../kit/Icon";

interface Props {
  title: string;
  credits: number | null;
  /** Without it, Back leads to the dashboard. */
  onBack?: () => void;
  /** Stays at the bottom of the screen. */
  foot?: ReactNode;
  children: ReactNode;
}

/** What every screen of the creator shares: the way back, the credits, one heading. */
export function Frame({ title, credits, onBack, foot, children }: Props) {
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
          <b>{credits?.toLocaleString("en-US") ?? "--"}</b> credits
        </p>
      </header>
      <div className="creator-main">
        <h1 className="creator-title" tabIndex={-1}>
          {title}
        </h1>
        {children}
      </div>
      {foot && <div className="composer">{foot}</div>}
    </div>
  );
}
