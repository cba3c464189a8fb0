import { useEffect, useRef, useState } from 'react';

const typingPauseMs = 250;

const trimmed = (text: string): string => text.trim();

/**
 * Text as it is typed, handed on when the typing rests. `flush` hands it on at once. `normal` is the form in which it
 * comes back as `value`, so that a space or a zero still being typed is not taken away.
 */
export const useDraft = (value: string, commit: (text: string) => void, normal = trimmed) => {
  const [draft, setDraft] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(commit);
  latest.current = commit;
  const handedOn = useRef(value);

  // A value that changed elsewhere (reset, back button) wins over what stands in the box.
  useEffect(() => {
    if (value === handedOn.current) return;
    handedOn.current = value;
    clearTimeout(timer.current);
    setDraft(value);
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const hand = (text: string) => {
    clearTimeout(timer.current);
    const next = normal(text);
    if (next === handedOn.current) return;
    handedOn.current = next;
    latest.current(next);
  };
  const change = (text: string) => {
    setDraft(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => hand(text), typingPauseMs);
  };
  return { draft, change, flush: () => hand(draft) };
};
