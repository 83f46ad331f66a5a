import { Component, type ReactNode } from "react";
import { Button } from "./Button";
import { Notice } from "./Notice";

interface Props {
  /** Of the island, around what is said instead of it. */
  className: string;
  children: ReactNode;
}

/** The last net: what was said, uploaded and moved is on the server, a fresh page finds it. */
export class ErrorBoundary extends Component<Props, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override render() {
    if (!this.state.broken) return this.props.children;
    return (
      <div className={this.props.className}>
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
