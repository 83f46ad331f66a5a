import { useEffect, useRef, useState } from "react";
import type { CutOutView, Stroke, TouchUp } from "../../generated/wire";
import { call } from "../../lib/api";

export type TouchUpWork = ReturnType<typeof useTouchUp>;

interface Options {
  photo: string;
  /** The touch-up that the server has. */
  kept: TouchUp;
  onView: (view: CutOutView) => void;
  /** Nothing is made of the photo before this has ended. */
  hold: (work: Promise<void>) => void;
}

/** A photo's touch-up, which grows faster than it is cut out. It belongs to the photo's card, because
 * what was painted is still on its way when its dialog closes. */
export function useTouchUp({ photo, kept, onView, hold }: Options) {
  /** What was painted and not answered yet. */
  const [painted, setPainted] = useState<TouchUp | null>(null);
  const [error, setError] = useState<string | null>(null);
  const wanted = useRef<TouchUp | null>(null);
  const sending = useRef(false);
  const gone = useRef(false);
  useEffect(() => {
    gone.current = false;
    return () => {
      gone.current = true;
    };
  }, []);

  /** One call at a time; what was painted meanwhile is sent with the next. */
  async function send(): Promise<void> {
    sending.current = true;
    while (wanted.current && !gone.current) {
      const sent = wanted.current;
      wanted.current = null;
      const answer = await call("creator/cut_out", { photo, touch_up: sent });
      if (gone.current) break;
      if (answer.ok) onView(answer.value);
      setError(answer.ok ? null : answer.problem.message);
      if (answer.ok && !wanted.current) setPainted(null);
    }
    sending.current = false;
  }

  function change(next: TouchUp): void {
    setPainted(next);
    setError(null);
    wanted.current = next;
    if (!sending.current) hold(send());
  }

  const touchUp = painted ?? kept;
  return {
    touchUp,
    busy: painted !== null && error === null,
    error,
    add: (stroke: Stroke) => change({ ...touchUp, strokes: [...touchUp.strokes, stroke] }),
    undo: () => change({ ...touchUp, strokes: touchUp.strokes.slice(0, -1) }),
    clear: () => change({ ...touchUp, strokes: [] }),
    point: (person: [number, number] | null) => change({ person, strokes: [] }),
    again: () => change(touchUp),
  };
}
