import { useEffect, useRef, useState } from "react";
import type { CutOutView, Stroke, TouchUp } from "../../generated/wire";
import { call } from "../../lib/api";

/** A touch-up that is kept on the server as it grows, and the cut-out that came of it last. */
export function useTouchUp(photo: string, first: CutOutView, onView: (view: CutOutView) => void) {
  const [view, setView] = useState(first);
  const [touchUp, setTouchUp] = useState<TouchUp>(first.touch_up);
  const [busy, setBusy] = useState(false);
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
    if (sending.current) return;
    sending.current = true;
    setBusy(true);
    while (wanted.current) {
      const sent = wanted.current;
      wanted.current = null;
      const answer = await call("creator/cut_out", { photo, touch_up: sent });
      if (answer.ok) onView(answer.value);
      if (gone.current) continue;
      if (answer.ok) setView(answer.value);
      setError(answer.ok ? null : answer.problem.message);
    }
    sending.current = false;
    if (!gone.current) setBusy(false);
  }

  function change(next: TouchUp): void {
    setTouchUp(next);
    wanted.current = next;
    void send();
  }

  return {
    view,
    touchUp,
    busy,
    error,
    add: (stroke: Stroke) => change({ ...touchUp, strokes: [...touchUp.strokes, stroke] }),
    undo: () => change({ ...touchUp, strokes: touchUp.strokes.slice(0, -1) }),
    clear: () => change({ ...touchUp, strokes: [] }),
    point: (person: [number, number] | null) => change({ person, strokes: [] }),
    again: () => change(touchUp),
  };
}
