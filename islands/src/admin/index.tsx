/** The administrator's page: applications and messages. */
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import type { AdminProps } from "../generated/wire";
import { ErrorBoundary } from "../kit/ErrorBoundary";
import { Admin } from "./Admin";

export function mount(place: HTMLElement, props: AdminProps): void {
  createRoot(place).render(
    <StrictMode>
      <ErrorBoundary className="admin">
        <Admin {...props} />
      </ErrorBoundary>
    </StrictMode>,
  );
}
