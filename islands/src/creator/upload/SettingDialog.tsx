import { useEffect, useId, useMemo, useState } from "react";
import type { SettingKind, SettingView } from "../../generated/wire";
import { Button } from "../../kit/Button";
import { Dialog } from "../../kit/Dialog";
import { Notice } from "../../kit/Notice";
import { call } from "../../lib/api";
import { settingPicture } from "../settingPicture";
import { PictureChoice } from "./PictureChoice";

interface Props {
  chosen: string | null;
  onChoose: (setting: SettingView) => void;
  onClose: () => void;
}

const KINDS: [SettingKind, string][] = [
  ["indoors", "Indoors"],
  ["outdoors", "Outdoors"],
  ["water", "By the water"],
  ["way", "On the way"],
  ["hall", "Halls and large rooms"],
];

/** Every place there is, by kind; what is typed narrows the list. */
export function SettingDialog({ chosen, onChoose, onClose }: Props) {
  const { settings, error, again } = useSettings();
  const [text, setText] = useState("");
  const id = useId();
  const found = useMemo(() => matching(settings ?? [], text), [settings, text]);
  // The list is long: it opens where the place is that they have.
  useEffect(() => {
    if (settings) document.querySelector(".picture-choice[aria-pressed=true]")?.scrollIntoView();
  }, [settings]);
  return (
    <Dialog title="Where is it?" onClose={onClose} wide>
      {(close) => (
        <>
          <div className="field">
            <label htmlFor={id}>Find a place</label>
            <input
              id={id}
              type="search"
              autoComplete="off"
              value={text}
              placeholder="Kitchen, beach, train..."
              onChange={(event) => setText(event.target.value)}
            />
          </div>
          <p className="sr-only" role="status">
            {settings && `${found.length} places`}
          </p>
          {error && (
            <Notice tone="danger">
              {error} <Button onClick={again}>Try again</Button>
            </Notice>
          )}
          {!settings && !error && <p className="caption">Looking for places...</p>}
          {settings && found.length === 0 && (
            <p className="caption">No such place yet. Try a wider word, such as 'garden'.</p>
          )}
          {KINDS.map(([kind, name]) => {
            const theirs = found.filter((setting) => setting.kind === kind);
            if (theirs.length === 0) return null;
            return (
              <section key={kind}>
                <h3>{name}</h3>
                <ul className="picture-choices">
                  {theirs.map((setting) => (
                    <PictureChoice
                      key={setting.name}
                      name={setting.title}
                      picture={settingPicture({ setting: setting.name })}
                      chosen={setting.name === chosen}
                      onChoose={() => {
                        onChoose(setting);
                        close();
                      }}
                    />
                  ))}
                </ul>
              </section>
            );
          })}
        </>
      )}
    </Dialog>
  );
}

/** 'On the balcony' after 'At the bakery': by what people look for, not by its first small words. */
function byNoun(settings: SettingView[]): SettingView[] {
  const noun = ({ title }: SettingView) =>
    title.replace(/^(Among|Around|At|Between|By|In|On|Under) (the |an? )?/, "");
  return [...settings].sort((one, other) => noun(one).localeCompare(noun(other)));
}

function matching(settings: SettingView[], text: string): SettingView[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return settings.filter(({ name, title }) => {
    const told = `${title} ${name}`.toLowerCase();
    return words.every((word) => told.includes(word));
  });
}

/** The list, asked for when it is opened for the first time. */
function useSettings() {
  const [settings, setSettings] = useState<SettingView[] | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try asks again
  useEffect(() => {
    let gone = false;
    void call("creator/settings", {}).then((answer) => {
      if (gone) return;
      if (answer.ok) setSettings(byNoun(answer.value.settings));
      else setError(answer.problem.message);
    });
    return () => {
      gone = true;
    };
  }, [tries]);
  const again = () => {
    setError(null);
    setTries((count) => count + 1);
  };
  return { settings, error, again };
}
