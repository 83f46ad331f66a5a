/** The creator: describe a memory, add photos, watch it being made, keep it. */
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import type { CreatorProps } from "../generated/wire";
import { ErrorBoundary } from "../kit/ErrorBoundary";
import { loadRules } from "../lib/rules";
import { Creator } from "./Creator";

export async function mount(place: HTMLElement, props: CreatorProps): Promise<void> {
  await loadRules();
  createRoot(place).render(
    <StrictMode>
      <ErrorBoundary className="creator">
        <Creator {...props} />
      </ErrorBoundary>
    </StrictMode>,
  );
}
