import type { PhotoView } from "../../generated/wire";
import { cropOf, shapeOf, WHOLE } from "./crop";

interface Props {
  photo: PhotoView;
  alt: string;
}

/** The photo as its print will show it. */
export function CropWindow({ photo, alt }: Props) {
  return (
    <figure className="print crop">
      <div style={shapeOf(photo)}>
        <CroppedPhoto photo={photo} alt={alt} />
      </div>
    </figure>
  );
}

/** The whole photo, so large and so placed that the part that is shown fills what it stands in. */
export function CroppedPhoto({ photo, alt }: Props) {
  const crop = cropOf(photo);
  return (
    <img
      src={photo.preview_url}
      width={photo.width}
      height={photo.height}
      alt={alt}
      draggable={false}
      style={{
        inlineSize: `${(WHOLE / crop.width) * 100}%`,
        blockSize: `${(WHOLE / crop.height) * 100}%`,
        left: `${(-crop.x / crop.width) * 100}%`,
        top: `${(-crop.y / crop.height) * 100}%`,
      }}
    />
  );
}
