import type { ReactNode } from "react";
import { Icon, type IconName } from "./Icon";

type Tone = "danger" | "success" | "info" | "caution";

const SIGN: Record<Tone, IconName> = {
  danger: "alert",
  success: "check",
  info: "info",
  caution: "offline",
};

interface Props {
  tone: Tone;
  icon?: IconName;
  children: ReactNode;
}

/** What happened. Dangers interrupt a screen reader, everything else waits its turn. */
export function Notice({ tone, icon = SIGN[tone], children }: Props) {
  return (
    <div className={`notice notice-${tone}`} role={tone === "danger" ? "alert" : "status"}>
      <Icon name={icon} />
      <div>{children}</div>
    </div>
  );
}
