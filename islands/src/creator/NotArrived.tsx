import { Button } from "../kit/Button";
import { Notice } from "../kit/Notice";

/** A part of the page did not come over the line. */
export function NotArrived({ kept }: { kept: string }) {
  return (
    <Notice tone="danger">
      This part of the page did not arrive. {kept}{" "}
      <Button onClick={() => location.reload()}>Load it again</Button>
    </Notice>
  );
}
