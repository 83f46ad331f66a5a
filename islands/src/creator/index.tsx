/** The creator: describe a memory, add photos, watch it being made, keep it. */
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import type { CreatorProps } from "../generated/wire";
import { loadRules } from "../lib/rules";
import { Creator } from "./Creator";
import { ErrorBoundary } from "./ErrorBoundary";

export async function mount(place: HTMLElement, props: CreatorProps): Promise<void> {
  await loadRules();
  createRoot(place).render(
    <StrictMode>
      <ErrorBoundary>
        <Creator {...props} />
      </ErrorBoundary>
    </StrictMode>,
  );
}
