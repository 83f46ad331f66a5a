import { useEffect, useRef } from "react";
import { Button } from "../../kit/Button";
import { Confirm } from "../../kit/Confirm";
import { Notice } from "../../kit/Notice";
import { creationCost } from "../../lib/rules";
import type { Actions } from "../actions";
import { Frame } from "../Frame";
import type { Model } from "../state";
import { useOthersPhotos } from "../useOthersPhotos";
import { Composer } from "./Composer";
import { Opening } from "./Opening";
import { PlacePrint } from "./PlacePrint";
import { Transcript } from "./Transcript";

interface Props {
  model: Model;
  /** Who receives the words, in one plain sentence. */
  receiver: string;
  hasMemories: boolean;
  act: Actions;
  onUpload: () => void;
  onStartOver: () => void;
}

/** The conversation; what stands at its end depends on what the assistant waits for. */
export function ChatScreen({ model, receiver, hasMemories, act, onUpload, onStartOver }: Props) {
  const { draft, chat, credits } = model;
  const ready = draft.next_action === "AWAITING_IMAGES" && chat.sent === null;
  const wasReady = useRef(ready);
  const upload = useRef<HTMLButtonElement>(null);

  useOthersPhotos(act, false);

  // The text box gives way to a button: whoever was writing goes on from there.
  useEffect(() => {
    const lost = document.activeElement === document.body || document.activeElement === null;
    if (ready && !wasReady.current && lost) upload.current?.focus({ preventScroll: true });
    wasReady.current = ready;
  }, [ready]);

  const isEmpty = draft.messages.length === 0 && chat.sent === null;
  const isShort = credits !== null && credits < creationCost() && !draft.retake;
  const beginAgain = (
    <Confirm
      label="Begin again"
      question="Begin again? This conversation and its photos are deleted."
      yes="Delete and begin again"
      no="Keep it"
      busy={model.refreshing}
      onYes={onStartOver}
    />
  );
  const foot = (
    <>
      {ready ? (
        <div className="composer-ready">
          <Button look="primary" size="large" icon="upload" ref={upload} onClick={onUpload}>
            Upload Images
          </Button>
          {beginAgain}
        </div>
      ) : (
        <Composer
          text={chat.text}
          busy={chat.sent !== null}
          place={draft.next_action === "AWAITING_LOCATION"}
          onType={act.type}
          onSend={act.send}
        />
      )}
      <p className="composer-note">You are writing with an AI, not a person. {receiver}</p>
    </>
  );

  return (
    <Frame
      title="Share an Experience with a Loved One"
      credits={credits}
      held={model.held}
      foot={foot}
    >
      {isEmpty && <Opening hasMemories={hasMemories} onUpload={onUpload} />}
      {isEmpty && isShort && (
        <Notice tone="info">
          You can tell it now all the same. To make it you need {creationCost()} credits, and you
          have {credits}: <a href="/pricing">see the plans</a>.
        </Notice>
      )}
      <Transcript messages={draft.messages} sent={chat.sent} error={chat.error}>
        {draft.messages.length > 0 && chat.sent === null && !ready && <div>{beginAgain}</div>}
      </Transcript>
      <PlacePrint understood={draft.understood} />
    </Frame>
  );
}
