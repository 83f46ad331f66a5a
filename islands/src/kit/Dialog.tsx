import { type ReactNode, type RefObject, useEffect, useId, useRef } from "react";
import { Button } from "./Button";

interface Props {
  title: string;
  onClose: () => void;
  /** Closes it, and gives the focus back to what opened it. */
  children: (close: () => void) => ReactNode;
  wide?: boolean;
  className?: string;
  /** Has the focus when it opens, instead of the button that closes it. */
  focusFirst?: RefObject<HTMLElement | null>;
}

/** A question over the page; Escape and a click beside it close it. */
export function Dialog({ title, onClose, children, wide, className, focusFirst }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    dialog.current?.showModal();
    focusFirst?.current?.focus();
  }, [focusFirst]);
  const close = () => dialog.current?.close();
  const classes = ["dialog dialog-list", wide && "dialog-wide", className];
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a modal dialog by itself
    <dialog
      ref={dialog}
      className={classes.filter(Boolean).join(" ")}
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
