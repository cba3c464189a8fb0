import { useEffect, useRef, useState } from 'react';

const typingPauseMs = 150;

const trim = (text: string): string => text.trim();

/**
 * Returns true if `after` results from `before` by adding or removing characters at one position. False if `after` is
 * empty.
 */
const isContinuedTyping = (before: string, after: string): boolean => {
  const [short, long] = before.length < after.length ? [before, after] : [after, before];
  let index = 0;
  while (index < short.length && short[index] === long[index]) index += 1;
  return long.endsWith(short.slice(index)) && after.trim() !== '';
};

/**
 * Text input whose text is committed when typing pauses, or by `flush`. `isTyping`: the text continues the previously
 * committed text, so that the Back button undoes both in one step. `normalize` turns the typed text into the form that
 * comes back as `value` (trimmed, for example). If `value` equals this form, the typed text stays, with its trailing
 * space or zero.
 */
export const useDraft = (
  value: string,
  commit: (text: string, isTyping: boolean) => void,
  normalize: (text: string) => string = trim,
) => {
  const [draft, setDraft] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latestCommit = useRef(commit);
  latestCommit.current = commit;
  const committedText = useRef(value);
  const typedElement = useRef<Element | null>(null);

  // A change of `value` from outside (reset, Back button) replaces the text being typed.
  useEffect(() => {
    if (value === committedText.current) return;
    committedText.current = value;
    typedElement.current = null;
    clearTimeout(timer.current);
    setDraft(value);
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const commitText = (text: string) => {
    clearTimeout(timer.current);
    const next = normalize(text);
    const before = committedText.current;
    if (next === before) return;
    committedText.current = next;
    const field = document.activeElement;
    latestCommit.current(next, field !== null && field === typedElement.current && isContinuedTyping(before, next));
    typedElement.current = field === document.body ? null : field;
  };
  const change = (text: string) => {
    setDraft(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => commitText(text), typingPauseMs);
  };
  const flush = () => {
    commitText(draft);
    typedElement.current = null;
  };
  return { draft, change, flush };
};
