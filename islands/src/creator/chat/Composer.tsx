import { type KeyboardEvent, useId, useRef } from "react";
import { Button } from "../../kit/Button";
import { charactersLeft, textSendable } from "../../lib/rules";

interface Props {
  text: string;
  busy: boolean;
  /** The assistant asked where; otherwise it listens to anything. */
  place: boolean;
  onType: (text: string) => void;
  onSend: () => void;
}

const characters = (count: number) => `${count} ${count === 1 ? "character" : "characters"}`;

/** One box for both kinds of answer, so that the focus and the keyboard stay where they are. */
export function Composer({ text, busy, place, onType, onSend }: Props) {
  const id = useId();
  const box = useRef<HTMLTextAreaElement>(null);

  const send = () => {
    box.current?.focus();
    onSend();
  };

  // Enter sends where there is a real keyboard; on a phone it is a new line.
  const key = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    if (!place && window.matchMedia("(pointer: coarse)").matches) return;
    event.preventDefault();
    send();
  };

  const left = charactersLeft(text);
  const tooLong = left !== undefined && left < 0;

  return (
    <form
      className="composer-box"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <label className="sr-only" htmlFor={id}>
        {place ? "Where this takes place" : "Your memory, feeling or dream"}
      </label>
      <textarea
        id={id}
        ref={box}
        rows={1}
        autoComplete="off"
        value={text}
        aria-describedby={left === undefined ? undefined : `${id}-left`}
        readOnly={busy}
        enterKeyHint={place ? "send" : "enter"}
        placeholder={
          place ? "e.g. A quiet beach at sunset..." : "Describe a memory, a feeling, or a dream..."
        }
        onChange={(event) => onType(event.target.value)}
        onKeyDown={key}
      />
      <Button look="primary" type="submit" busy={busy} disabled={!busy && !textSendable(text)}>
        Send
      </Button>
      {left !== undefined && (
        <p className={`composer-left ${tooLong ? "composer-long" : ""}`} id={`${id}-left`}>
          {tooLong
            ? `${characters(-left)} too many. Please shorten it a little.`
            : `${characters(left)} left`}
        </p>
      )}
      <p className="sr-only" role="status">
        {tooLong && "This is too long to send."}
      </p>
    </form>
  );
}
