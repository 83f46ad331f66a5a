interface Props {
  /** There are memories on the dashboard: whoever looks for the last one finds it there. */
  hasMemories: boolean;
  onUpload: () => void;
}

/** Before the first word: what to do, in one sentence, and a way for those without words. */
export function Opening({ hasMemories, onUpload }: Props) {
  return (
    <div className="opening">
      <p className="opening-line">Who would you like to be near, and what would you do together?</p>
      <p className="opening-hint">
        Write it as you would say it; a sentence is enough. For example: “Walking along the beach
        with Dad, the way we used to.” Or: “Gran is teaching me to bake, and we laugh at the flour
        on her nose.”
      </p>
      {hasMemories && (
        <p className="opening-hint">
          What you have made is on <a href="/dashboard">your dashboard</a>.
        </p>
      )}
      <p>
        <button type="button" className="button button-plain opening-skip" onClick={onUpload}>
          Begin with the photos instead
        </button>
      </p>
    </div>
  );
}
