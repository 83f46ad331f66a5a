import { Dialog } from "../../kit/Dialog";
import { PictureChoice } from "./PictureChoice";

interface Props<T> {
  title: string;
  options: [T, string][];
  chosen: T;
  /** The picture of the place with this option. */
  look: (option: T) => string;
  onChoose: (option: T) => void;
  onClose: () => void;
}

/** A few options, each as the place would look with it. */
export function OptionDialog<T extends string | null>(props: Props<T>) {
  const { title, options, chosen, look, onChoose, onClose } = props;
  return (
    <Dialog title={title} onClose={onClose}>
      {(close) => (
        <ul className="picture-choices">
          {options.map(([option, name]) => (
            <PictureChoice
              key={name}
              name={name}
              picture={look(option)}
              chosen={option === chosen}
              onChoose={() => {
                onChoose(option);
                close();
              }}
            />
          ))}
        </ul>
      )}
    </Dialog>
  );
}
