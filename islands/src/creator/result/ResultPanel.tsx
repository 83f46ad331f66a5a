import type { CreationView } from "../../generated/wire";
import { Button } from "../../kit/Button";
import { Icon } from "../../kit/Icon";
import { Notice } from "../../kit/Notice";
import { Thought } from "./Thought";

interface Props {
  creation: CreationView;
  busy: boolean;
  error: string | null;
  onNew: () => void;
  onRetake: () => void;
}

/** Below a memory that was seen: a sentence to go with it, then what to do next. */
export function ResultPanel({ creation, busy, error, onNew, onRetake }: Props) {
  const { video_url, image_url, reflection, kind, retake_until, print_size } = creation;
  const film = kind === "video" && video_url;
  const download = creation.download_url ?? video_url ?? image_url;
  return (
    <>
      {reflection && <Thought text={reflection} />}
      <div className="result-actions">
        {error && <Notice tone="danger">{error}</Notice>}
        <div className="result-next">
          {download && (
            <a
              className={`button button-${film ? "quiet" : "primary"} button-large`}
              href={download}
              download
            >
              <Icon name="download" />
              {film ? "Download Video" : "Download Picture"}
            </a>
          )}
          <Button size="large" busy={busy} onClick={onNew}>
            New Memory
          </Button>
        </div>
        {retake_until && (
          <div>
            <Button look="plain" icon="retry" disabled={busy} onClick={onRetake}>
              Make It Again, Free
            </Button>
            <p className="caption">
              Once, until {retake_until}, if it is not quite as you saw it. Its photos are deleted,
              so you add them again.
            </p>
          </div>
        )}
        <p className="caption">
          It is kept on <a href={`/memories/${creation.id}`}>its page</a>, for you alone
          {print_size && ", and its picture comes there in print size in a little while"}.
        </p>
      </div>
    </>
  );
}
