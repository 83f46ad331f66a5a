import { useId } from "react";
import type { Crop, PhotoView } from "../../generated/wire";
import { Board } from "./Board";
import { onPhoto, WHOLE_PHOTO } from "./strokes";

interface Props {
  photo: PhotoView;
  faces: Crop[];
  onChoose: (person: [number, number]) => void;
}

/** The whole photo: one of the faces in it, or wherever a face is that we did not find. */
export function WhoIsMeant({ photo, faces, onChoose }: Props) {
  const id = useId();
  const ordered = [...faces].sort((a, b) => a.x - b.x);
  return (
    <>
      <p id={id}>
        {faces.length > 1
          ? "Who is meant? Choose their face, or the place where it is."
          : "Show us where the face is: touch its middle. By keys: arrows move the mark, Space sets it."}
      </p>
      <div className="who">
        <Board
          label="The whole photo"
          describedBy={id}
          ratio={photo.width / photo.height}
          brush={0.05}
          onDown={(spot) => onChoose(onPhoto(WHOLE_PHOTO, spot))}
          onMove={() => {}}
          onUp={() => {}}
        >
          <img className="board-whole" src={photo.preview_url} alt="" draggable={false} />
        </Board>
        {ordered.length > 1 && (
          <ul className="chips" aria-label="Faces in this photo">
            {ordered.map((face, index) => (
              <li key={`${face.x}-${face.y}`}>
                <button
                  type="button"
                  className="chip"
                  onClick={() =>
                    onChoose([
                      Math.round(face.x + face.width / 2),
                      Math.round(face.y + face.height / 2),
                    ])
                  }
                >
                  {`Face ${index + 1} from the left`}
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </>
  );
}
