import { useState } from "react";
import type { AdminProps } from "../generated/wire";
import { Applications } from "./Applications";
import { setParameter } from "./address";
import { Clock } from "./Clock";
import { Messages } from "./Messages";

const TABS = [
  ["applications", "Applications"],
  ["messages", "Messages"],
] as const;

export function Admin(props: AdminProps) {
  const [tab, setTab] = useState(props.tab);
  const show = (name: string) => {
    setParameter("tab", name === "messages" ? name : null);
    setTab(name);
  };
  return (
    <div className="admin">
      <div className="admin-bar">
        <fieldset className="tabs" aria-label="What to look at">
          {TABS.map(([name, label]) => (
            <button
              key={name}
              type="button"
              className="tab"
              aria-pressed={tab === name}
              onClick={() => show(name)}
            >
              {label}
            </button>
          ))}
        </fieldset>
        <Clock />
      </div>
      {tab === "messages" && <Messages />}
      {/* It stays as it is under the messages: search, page and what was moved. */}
      <div className="stack-24" hidden={tab === "messages"}>
        <Applications {...props} />
      </div>
    </div>
  );
}
