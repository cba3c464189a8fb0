import { useEffect, useRef, useState } from 'react';
import { inSameEntry } from '../routes/history.ts';

const typingPauseMs = 150;

const trimmed = (text: string): string => text.trim();

/**
 * Text input, committed when typing pauses or by `flush`. `normal` is the form in which it comes back as `value`, so
 * that a trailing space or zero is not removed while typing.
 */
export const useDraft = (value: string, commit: (text: string) => void, normal = trimmed) => {
  const [draft, setDraft] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(commit);
  latest.current = commit;
  const handedOn = useRef(value);
  const typedIn = useRef<Element | null>(null);

  // An external change (reset, back button) overrides the text being typed.
  useEffect(() => {
    if (value === handedOn.current) return;
    handedOn.current = value;
    typedIn.current = null;
    clearTimeout(timer.current);
    setDraft(value);
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const hand = (text: string) => {
    clearTimeout(timer.current);
    const next = normal(text);
    if (next === handedOn.current) return;
    handedOn.current = next;
    // A typed word is one history entry, however often the typing pauses.
    const field = document.activeElement;
    if (field !== null && field === typedIn.current) inSameEntry(() => latest.current(next));
    else latest.current(next);
    typedIn.current = field === document.body ? null : field;
  };
  const change = (text: string) => {
    setDraft(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => hand(text), typingPauseMs);
  };
  const flush = () => {
    hand(draft);
    typedIn.current = null;
  };
  return { draft, change, flush };
};
