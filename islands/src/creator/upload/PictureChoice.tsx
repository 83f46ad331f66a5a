interface Props {
  name: string;
  picture: string;
  chosen: boolean;
  onChoose: () => void;
}

/** One of a list: its small picture, and its name. */
export function PictureChoice({ name, picture, chosen, onChoose }: Props) {
  return (
    <li>
      <button type="button" className="picture-choice" aria-pressed={chosen} onClick={onChoose}>
        <img src={picture} alt="" width={180} height={240} loading="lazy" decoding="async" />
        <span>{name}</span>
      </button>
    </li>
  );
}
