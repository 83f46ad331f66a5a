import { type ReactNode, type Ref, useId } from "react";
import { Icon } from "./Icon";

interface Props {
  checked: boolean;
  onChange: (checked: boolean) => void;
  error?: string | null;
  children: ReactNode;
  ref?: Ref<HTMLInputElement>;
}

/** A box to tick, with what is missing said beneath it. */
export function Check({ checked, onChange, error, children, ref }: Props) {
  const id = useId();
  return (
    <div>
      <label className="check">
        <input
          ref={ref}
          type="checkbox"
          checked={checked}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? id : undefined}
          onChange={(event) => onChange(event.target.checked)}
        />
        <span>{children}</span>
      </label>
      {error && (
        <p className="field-error" id={id} role="alert">
          <Icon name="alert" />
          {error}
        </p>
      )}
    </div>
  );
}
