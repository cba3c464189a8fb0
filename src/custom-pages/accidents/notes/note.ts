import { readPersonal, writePersonal } from '../../../components/personal.ts';
import { noteMaxLength } from '../../../contract/limits.ts';

export type NoteFault = 'required' | 'tooLong';

/** Returns the fault of a note. Spaces count as empty. */
export const noteFault = (text: string): NoteFault | undefined => {
  if (text.trim() === '') return 'required';
  return text.length > noteMaxLength ? 'tooLong' : undefined;
};

/** Returns true for the last tenth of the length, in which the counter is shown. */
export const countsDown = (text: string): boolean => text.length >= noteMaxLength * 0.9;

const nameOf = (accidentId: number) => `note ${accidentId}`;

/** Unsent note, stored until it is sent, the tab is closed or the user signs out. */
export const draft = {
  read: (accountId: number, accidentId: number): string =>
    String(readPersonal(accountId, nameOf(accidentId), sessionStorage) ?? ''),
  /** Returns false if the storage is full. Typing continues. */
  write: (accountId: number, accidentId: number, text: string): boolean =>
    writePersonal(accountId, nameOf(accidentId), text || undefined, sessionStorage),
};
