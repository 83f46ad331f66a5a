import { type DragEvent, useState } from "react";
import { Icon } from "../../kit/Icon";

interface Props {
  /** Photos that are here, on their way or did not make it. */
  present: number;
  /** Those that are here. */
  good: number;
  onFiles: (files: File[]) => void;
}

/** Click, drag, or the phone's camera: the browser offers what the device has. */
export function DropArea({ present, good, onFiles }: Props) {
  const small = present > 0;
  const [over, setOver] = useState(false);

  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const files = [...event.dataTransfer.files];
    if (files.length > 0) onFiles(files);
  };

  return (
    <label
      className={`drop${small ? " drop-small" : ""}${over ? " drop-over" : ""}`}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <input
        className="sr-only"
        type="file"
        multiple
        accept="image/*,.heic,.heif"
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          // The same file may be chosen again after it was removed.
          event.target.value = "";
          if (files.length > 0) onFiles(files);
        }}
      />
      <Icon name={small ? "plus" : "camera"} large />
      <span className="drop-words">
        <b>{small ? "Add another photo" : "Choose photos or take one"}</b>
        <span className="caption">
          {good < 2 ? "At least 2 photos required" : "A third person, if you like"}
        </span>
        {!small && <span className="caption drop-drag">or drag them here, up to 6 MB each</span>}
      </span>
    </label>
  );
}
