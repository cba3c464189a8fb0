import { type KeyboardEvent, type RefObject, useState } from 'react';
import { useAccount } from '../../authProvider/account.ts';
import { completeMention, mentionAt, type Person, suggestPeople } from './mention.ts';
import { usePeople } from './queries.ts';

/** Mention suggestions while typing after an `@`, and their keys. */
export const useMention = (
  input: RefObject<HTMLTextAreaElement | null>,
  text: string,
  setText: (text: string) => void,
) => {
  const [caret, setCaret] = useState(0);
  const [at, setAt] = useState(0);
  const [dismissed, setDismissed] = useState<string>();
  const typed = mentionAt(text, caret);
  const me = useAccount()?.Id;
  const all = (usePeople().data ?? []).filter(({ id }) => id !== me);
  const people = typed === undefined || typed === dismissed ? [] : suggestPeople(typed, all);

  const choose = ({ fullName }: Person): void => {
    const [next, place] = completeMention(text, caret, fullName);
    setText(next);
    setAt(0);
    // The field has its new text after the next render.
    requestAnimationFrame(() => {
      input.current?.focus();
      input.current?.setSelectionRange(place, place);
    });
  };
  const acts: { readonly [key: string]: () => void } = {
    ArrowDown: () => setAt((at + 1) % people.length),
    ArrowUp: () => setAt((at + people.length - 1) % people.length),
    Enter: () => choose(people[at] ?? people[0]!),
    Tab: () => choose(people[at] ?? people[0]!),
    Escape: () => setDismissed(typed),
  };
  return {
    people,
    at: Math.min(at, Math.max(0, people.length - 1)),
    choose,
    look: () => setCaret(input.current?.selectionStart ?? text.length),
    /** Handles the keys of the open list. */
    press: (event: KeyboardEvent): boolean => {
      const act = people.length > 0 ? acts[event.key] : undefined;
      if (!act) return false;
      event.preventDefault();
      event.stopPropagation();
      act();
      return true;
    },
  };
};
