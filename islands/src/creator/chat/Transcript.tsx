import { type ReactNode, useEffect, useRef } from "react";
import type { ChatMessage } from "../../generated/wire";
import { Notice } from "../../kit/Notice";

interface Props {
  messages: ChatMessage[];
  /** On its way, shown as if it had arrived. */
  sent: string | null;
  error: string | null;
  /** Stands below the last line. */
  children?: ReactNode;
}

/** What an answer tells to open or to call: helplines. A number begins with 0 or a plus. */
const ADDRESS_OR_NUMBER =
  /(https:\/\/[^\s]*[^\s.,;)]|\bfindahelpline\.com\b|(?:\+[1-9]|\b0[1-9])[\d -]{4,}\d)/;

/** The conversation so far. Text is text: never HTML, line breaks kept. */
export function Transcript({ messages, sent, error, children }: Props) {
  const end = useRef<HTMLDivElement>(null);
  const seen = useRef(messages.length);
  const waiting = sent !== null;
  const last = messages.at(-1);
  const fresh = !waiting && messages.length > seen.current && last?.role === "ai";

  // biome-ignore lint/correctness/useExhaustiveDependencies: each new line is a reason to scroll
  useEffect(() => {
    if (messages.length > 0 || waiting) end.current?.scrollIntoView({ block: "end" });
  }, [messages.length, waiting, error]);

  return (
    <>
      <div
        className="transcript"
        role="log"
        aria-label="Conversation"
        aria-live="off"
        aria-busy={waiting}
      >
        {messages.map((message, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines are only ever added at the end
          <Line key={index} message={message} />
        ))}
        {sent !== null && <Line message={{ role: "user", content: sent }} />}
        {waiting && <Typing />}
      </div>
      {error && <Notice tone="danger">{error}</Notice>}
      {children}
      <div className="transcript-end" ref={end}></div>
      <p className="sr-only" role="status">
        {waiting && "The assistant is writing."}
        {fresh && last.content}
      </p>
    </>
  );
}

function Line({ message: { role, content } }: { message: ChatMessage }) {
  return (
    <p className={`line line-${role}`}>
      <span className="sr-only">{role === "user" ? "You: " : "Assistant: "}</span>
      <span dir="auto">{role === "user" ? content : linked(content)}</span>
    </p>
  );
}

/** Its addresses and telephone numbers can be pressed. */
function linked(text: string): ReactNode[] {
  return text.split(ADDRESS_OR_NUMBER).map((part, at) => {
    if (at % 2 === 0) return part;
    const isNumber = /^[+0]/.test(part);
    const href = isNumber
      ? `tel:${part.replace(/[ -]/g, "")}`
      : part.startsWith("https:")
        ? part
        : `https://${part}`;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the text of a line never changes
      <a key={at} href={href} {...(!isNumber && { target: "_blank", rel: "noopener" })}>
        {part}
      </a>
    );
  });
}

/** Three quiet dots; the words for it are in the status line. */
function Typing() {
  return (
    <div className="typing" aria-hidden="true">
      <span></span>
      <span></span>
      <span></span>
    </div>
  );
}
