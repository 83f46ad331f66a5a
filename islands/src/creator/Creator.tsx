import { useEffect } from "react";
import type { CreatorProps } from "../generated/wire";
import { ChatScreen } from "./chat/ChatScreen";
import { Making, makingScreen } from "./making/Making";
import { SignedOut } from "./SignedOut";
import { UploadScreen, uploadForm } from "./upload/UploadScreen";
import { useUploads } from "./upload/useUploads";
import { useCreator } from "./useCreator";
import { useScreens } from "./useScreens";
import { useWatch } from "./useWatch";

export function Creator(props: CreatorProps) {
  const { model, dispatch, act } = useCreator(props);
  const uploads = useUploads(model, dispatch);
  const screens = useScreens(model.screen, dispatch);
  useWatch(model, dispatch);
  // While they write; where it does not arrive, the screen that needs it says so.
  useEffect(() => {
    const all = uploadForm.load().then(() => makingScreen.load());
    all.catch(() => {});
  }, []);

  const startOver = () => {
    uploads.stopAll();
    screens.settle();
    void act.startOver();
  };

  const retake = (id: string) => {
    uploads.stopAll();
    screens.settle();
    void act.retake(id);
  };

  switch (model.screen) {
    case "chat":
      return (
        <ChatScreen
          model={model}
          receiver={props.words_notice}
          hasMemories={props.has_memories}
          act={act}
          onUpload={screens.toUpload}
          onStartOver={startOver}
        />
      );
    case "upload":
      return (
        <UploadScreen
          model={model}
          act={act}
          uploads={uploads}
          page={props}
          onBack={screens.toChat}
        />
      );
    case "making":
      return <Making model={model} act={act} onNew={startOver} onRetake={retake} />;
    case "signed_out":
      return (
        <SignedOut unsent={model.chat.text} refreshing={model.refreshing} onReturn={act.refresh} />
      );
  }
}
