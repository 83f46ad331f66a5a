import type { ButtonHTMLAttributes, Ref } from "react";
import { Icon, type IconName } from "./Icon";

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: "primary" | "quiet" | "danger" | "plain";
  size?: "small" | "large" | "wide";
  icon?: IconName;
  /** Working on it: says so, and takes no second click. */
  busy?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

export function Button(props: Props) {
  const { look = "quiet", size, icon, busy = false, children, onClick, className, ...rest } = props;
  const classes = ["button", `button-${look}`, size && `button-${size}`, className];
  return (
    <button
      type="button"
      {...rest}
      className={classes.filter(Boolean).join(" ")}
      aria-busy={busy || undefined}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {icon && !busy && <Icon name={icon} />}
      {children}
    </button>
  );
}
