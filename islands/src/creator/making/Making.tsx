import { lazy, useLazy } from "../../lib/lazy";
import { Frame } from "../Frame";
import { NotArrived } from "../NotArrived";
import type { MakingProps } from "./MakingScreen";

/** Not needed before something is made, and there by then. */
export const makingScreen = lazy(() => import("./MakingScreen"));

/** A creation from its plan to its end. */
export function Making(props: MakingProps) {
  const { loaded, failed } = useLazy(makingScreen);
  if (loaded) return <loaded.MakingScreen {...props} />;
  const { credits, held } = props.model;
  return (
    <Frame title="Making your memory" credits={credits} held={held}>
      {failed && <NotArrived kept="Your memory is made all the same." />}
    </Frame>
  );
}
