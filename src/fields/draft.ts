import { useEffect, useRef, useState } from 'react';

const typingPauseMs = 150;

const trimmed = (text: string): string => text.trim();

/**
 * Returns true if typing at one place of `before` gives `after`: characters were added or removed there. False if
 * `after` is empty.
 */
const isTypedOn = (before: string, after: string): boolean => {
  const [short, long] = before.length < after.length ? [before, after] : [after, before];
  let at = 0;
  while (at < short.length && short[at] === long[at]) at += 1;
  return long.endsWith(short.slice(at)) && after.trim() !== '';
};

/**
 * A debounced text input. It commits the text when typing pauses, or by `flush`. `isTyping`: the text continues the
 * previously committed text, so that the Back button undoes both in one step. `normal` turns the typed text into the
 * form that comes back as `value` (trimmed, for example). If `value` equals this form, the typed text stays, with its
 * trailing space or zero.
 */
export const useDraft = (
  value: string,
  commit: (text: string, isTyping: boolean) => void,
  normal: (text: string) => string = trimmed,
) => {
  const [draft, setDraft] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(commit);
  latest.current = commit;
  const handedOn = useRef(value);
  const typedIn = useRef<Element | null>(null);

  // An external change (reset, Back button) replaces the text being typed.
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
    const before = handedOn.current;
    if (next === before) return;
    handedOn.current = next;
    const field = document.activeElement;
    latest.current(next, field !== null && field === typedIn.current && isTypedOn(before, next));
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
