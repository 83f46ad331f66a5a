import { useRef, useState } from "react";
import type { CreatorProps } from "../../generated/wire";
import { Button } from "../../kit/Button";
import { Check } from "../../kit/Check";
import { Notice } from "../../kit/Notice";
import { canCreate, creationCost } from "../../lib/rules";
import type { Actions } from "../actions";
import { InsufficientCredits } from "../InsufficientCredits";
import type { Model } from "../state";
import { KindChoice } from "./KindChoice";
import { ofPeople } from "./places";
import { ShapeChoice } from "./ShapeChoice";

interface Props {
  model: Model;
  act: Actions;
  page: CreatorProps;
  /** What has to be said or added first, in words. */
  lacking: string | null;
}

/** What to make, what has to be confirmed, what it costs, and the one button. */
export function CreateForm({ model, act, page, lacking }: Props) {
  const { draft, begin } = model;
  // A retake costs nothing, so it is never short of credits.
  const credits = draft.retake ? null : model.credits;
  const [terms, setTerms] = useState(false);
  const [asked, setAsked] = useState(false);
  const rightsBox = useRef<HTMLInputElement>(null);
  const termsBox = useRef<HTMLInputElement>(null);

  const kind = draft.kind ?? page.default_kind;
  const recorded = kind === "video" && page.recording_limits && draft.recording;
  const sending = model.uploads.some((upload) => !upload.error);
  const people = ofPeople(draft.photos).length;
  const allowed = !lacking && canCreate(people, begin.busy || sending, credits ?? undefined);
  const short = begin.short || (credits !== null && credits < creationCost());

  const create = () => {
    setAsked(true);
    if (!draft.rights_confirmed) rightsBox.current?.focus();
    else if (model.terms_needed && !terms) termsBox.current?.focus();
    else void act.begin(terms);
  };

  return (
    <div className="create">
      {!draft.retake && <KindChoice kind={kind} onChoose={act.chooseKind} />}
      {kind === "video" && (
        <Check checked={draft.review ?? page.review_by_default} onChange={act.chooseReview}>
          Show me the picture first. I choose then: the film, another picture, or my credits back.
        </Check>
      )}
      <ShapeChoice
        shape={draft.presentation.shape}
        onChoose={(shape) => act.choosePresentation({ ...draft.presentation, shape })}
      />
      <div>
        <Check
          ref={rightsBox}
          checked={draft.rights_confirmed}
          onChange={act.confirmRights}
          error={asked && !draft.rights_confirmed ? "Please confirm this first." : null}
        >
          I have the right to use these photos
          {recorded && " and this recording"}, or permission from those who do.
        </Check>
        {model.terms_needed && (
          <Check
            ref={termsBox}
            checked={terms}
            onChange={setTerms}
            error={asked && !terms ? "Please confirm this first." : null}
          >
            I am 12 or older and accept the <a href="/terms">Terms</a> and the{" "}
            <a href="/privacy">Privacy Policy</a>.
          </Check>
        )}
      </div>
      {short && <InsufficientCredits credits={credits ?? 0} />}
      {begin.error && <Notice tone="danger">{begin.error}</Notice>}
      <div className="create-end">
        <Button
          look="primary"
          size="large"
          busy={begin.busy}
          disabled={!allowed && !begin.busy}
          onClick={create}
        >
          Create My Memory
        </Button>
        {lacking && (
          <p className="caption" role="status">
            {lacking}
          </p>
        )}
        <p className="caption">
          {draft.retake ? "This retake is free" : `This will use ${creationCost()} credits`}
        </p>
      </div>
    </div>
  );
}
