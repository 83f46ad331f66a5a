import type { CreationKind } from "../../generated/wire";
import { Icon } from "../../kit/Icon";

const KINDS: { kind: CreationKind; icon: "film" | "picture"; name: string; note: string }[] = [
  { kind: "video", icon: "film", name: "Film", note: "10 seconds, with the picture it begins as" },
  { kind: "image", icon: "picture", name: "Picture", note: "One still picture of you together" },
];

interface Props {
  kind: CreationKind;
  onChoose: (kind: CreationKind) => void;
}

export function KindChoice({ kind, onChoose }: Props) {
  return (
    <fieldset className="choices">
      <legend>What shall we make?</legend>
      {KINDS.map((one) => (
        <label className="choice" key={one.kind}>
          <input
            type="radio"
            name="kind"
            value={one.kind}
            checked={kind === one.kind}
            onChange={() => onChoose(one.kind)}
          />
          <span className="choice-body">
            <Icon name={one.icon} />
            <b>{one.name}</b>
            <span className="caption">{one.note}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
