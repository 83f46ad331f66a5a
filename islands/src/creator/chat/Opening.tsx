/** Before the first word: what to do, in one sentence, and a way for those without words. */
export function Opening({ onUpload }: { onUpload: () => void }) {
  return (
    <div className="opening">
      <figure className="print print-blank" aria-hidden="true">
        <span></span>
      </figure>
      <p className="opening-line">Who would you like to be near, and what would you do together?</p>
      <p className="opening-hint">
        A sentence is enough. For example: “Walking along the beach with Dad, the way we used to.”
      </p>
      <p>
        <button type="button" className="button button-plain opening-skip" onClick={onUpload}>
          Begin with the photos instead
        </button>
      </p>
    </div>
  );
}
