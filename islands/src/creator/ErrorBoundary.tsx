import { Component, type ReactNode } from "react";
import { Button } from "../kit/Button";
import { Notice } from "../kit/Notice";

/** The last net: what was said and uploaded is on the server, a fresh page finds it. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override render() {
    if (!this.state.broken) return this.props.children;
    return (
      <div className="creator">
        <div className="creator-main stack">
          <Notice tone="danger">Something went wrong. Please refresh the page.</Notice>
          <p>
            <Button icon="retry" onClick={() => window.location.reload()}>
              Refresh the page
            </Button>
          </p>
        </div>
      </div>
    );
  }
}
