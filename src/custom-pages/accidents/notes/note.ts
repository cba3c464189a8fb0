import { noteMaxLength } from '../../../contract/limits.ts';

export type NoteFault = 'required' | 'tooLong';

/** What is wrong with a note; blanks alone say nothing and count as nothing. */
export const noteFault = (text: string): NoteFault | undefined => {
  if (text.trim() === '') return 'required';
  return text.length > noteMaxLength ? 'tooLong' : undefined;
};

/** The counter shows itself over the last tenth only. */
export const countsDown = (text: string): boolean => text.length >= noteMaxLength * 0.9;

const key = (accidentId: number) => `accidentDraft.${accidentId}`;

/** What was typed and not sent, kept until it is sent or the tab is closed. */
export const draft = {
  read: (accidentId: number): string => sessionStorage.getItem(key(accidentId)) ?? '',
  write: (accidentId: number, text: string): void => {
    try {
      if (text === '') sessionStorage.removeItem(key(accidentId));
      else sessionStorage.setItem(key(accidentId), text);
    } catch {
      // A full store must not keep anybody from typing.
    }
  },
};
