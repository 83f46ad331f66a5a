import { useId, useState } from "react";
import type { ContactThread } from "../generated/wire";
import { Button } from "../kit/Button";
import { Notice } from "../kit/Notice";
import { call } from "../lib/api";

const TIME = new Intl.DateTimeFormat("en-ZA", {
  timeZone: "Africa/Johannesburg",
  dateStyle: "medium",
  timeStyle: "short",
  hour12: false,
});

interface Props {
  thread: ContactThread;
  onAnswered: (thread: ContactThread) => void;
}

/** A conversation, and the box to answer it in. */
export function Thread({ thread, onAnswered }: Props) {
  const { name, company, email, employees, plan, waiting, messages, left_out } = thread;
  const box = useId();
  const [text, setText] = useState("");
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  // A reload would ask for the password at once, and lose the answer.
  const [locked, setLocked] = useState(false);

  const answer = async () => {
    if (!text.trim()) return setProblem("Please write a message.");
    setBusy(true);
    setProblem(null);
    const said = await call("admin/answer", { thread: thread.id, message: text });
    setBusy(false);
    if (!said.ok) {
      setLocked(said.problem.code === "locked");
      return setProblem(said.problem.message);
    }
    setLocked(false);
    setText("");
    onAnswered(said.value);
  };

  return (
    <article className="card stack" aria-label={`Conversation with ${name}`}>
      <header>
        <h2 className="row">
          <bdi>{name}</bdi>
          {company && <bdi className="message-company">{company}</bdi>}
          {plan && <span className="tag">{plan}</span>}
          {!waiting && <span className="tag">Answered</span>}
        </h2>
        <p className="caption">
          <a href={`mailto:${encodeURIComponent(email)}`}>{email}</a>
          {employees && ` · ${employees} people`}
        </p>
      </header>
      <ol className="thread">
        {messages.map((message) => (
          <li key={message.id} className={message.ours ? "said said-ours" : "said"}>
            <p className="caption">
              <b>{message.ours ? "We answered" : <bdi>{name}</bdi>}</b>
              {" · "}
              <time dateTime={message.timestamp}>{TIME.format(new Date(message.timestamp))}</time>
            </p>
            <p className="letter">
              <bdi>{message.message}</bdi>
            </p>
          </li>
        ))}
      </ol>
      {left_out > 0 && (
        <p className="caption">{left_out} between the first and these are left out.</p>
      )}
      {problem && (
        <Notice tone="danger">
          {problem}
          {locked && (
            <>
              {" "}
              <a href="/admin/waitlist" target="_blank" rel="noopener">
                Unlock it in another tab
              </a>
              , then send your answer again. It stays here.
            </>
          )}
        </Notice>
      )}
      <div className="field">
        <label htmlFor={box}>
          Answer <bdi>{name}</bdi>
        </label>
        <textarea
          id={box}
          rows={3}
          autoComplete="off"
          maxLength={8000}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      <div className="form-end">
        <Button busy={busy} onClick={answer}>
          Send Answer
        </Button>
      </div>
    </article>
  );
}
