import { type ReactNode, type TextareaHTMLAttributes, useId } from "react";

interface Props extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  label: ReactNode;
}

/** A labelled box for a few words. */
export function TextField({ label, ...rest }: Props) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <textarea id={id} rows={2} autoComplete="off" {...rest} />
    </div>
  );
}
