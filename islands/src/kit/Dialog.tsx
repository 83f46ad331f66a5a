import { type ReactNode, useEffect, useId, useRef } from "react";
import { Button } from "./Button";

interface Props {
  title: string;
  onClose: () => void;
  /** Closes it, and gives the focus back to what opened it. */
  children: (close: () => void) => ReactNode;
  wide?: boolean;
}

/** A question over the page; Escape and a click beside it close it. */
export function Dialog({ title, onClose, children, wide = false }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => dialog.current?.showModal(), []);
  const close = () => dialog.current?.close();
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a modal dialog by itself
    <dialog
      ref={dialog}
      className={`dialog dialog-list${wide ? " dialog-wide" : ""}`}
      aria-labelledby={id}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && close()}
    >
      <header className="dialog-head">
        <h2 id={id}>{title}</h2>
        <Button look="plain" icon="close" aria-label="Close" onClick={close} />
      </header>
      {children(close)}
    </dialog>
  );
}
