import { useEffect, useRef, useState } from "react";
import { Button } from "./Button";
import type { IconName } from "./Icon";

interface Props {
  /** On the button that opens the question. */
  label: string;
  icon?: IconName;
  question: string;
  yes: string;
  no: string;
  busy?: boolean;
  onYes: () => void;
}

/** A button that asks once more, in place, before something is given up. */
export function Confirm({ label, icon, question, yes, no, busy = false, onYes }: Props) {
  const [asking, setAsking] = useState(false);
  const stay = useRef<HTMLButtonElement>(null);
  const open = useRef<HTMLButtonElement>(null);
  const wasAsking = useRef(false);

  useEffect(() => {
    if (asking) stay.current?.focus();
    else if (wasAsking.current) open.current?.focus();
    wasAsking.current = asking;
  }, [asking]);

  if (!asking) {
    return (
      <Button look="plain" ref={open} {...(icon && { icon })} onClick={() => setAsking(true)}>
        {label}
      </Button>
    );
  }
  return (
    <fieldset
      className="confirm"
      onKeyDown={(event) => event.key === "Escape" && !busy && setAsking(false)}
    >
      <legend>{question}</legend>
      <div className="row">
        <Button ref={stay} disabled={busy} onClick={() => setAsking(false)}>
          {no}
        </Button>
        <Button look="danger" busy={busy} onClick={onYes}>
          {yes}
        </Button>
      </div>
    </fieldset>
  );
}
