import { readPersonal, writePersonal } from '../../../components/personal.ts';
import { noteMaxLength } from '../../../contract/limits.ts';

export type NoteFault = 'required' | 'tooLong';

/** Why a note is invalid; blanks count as empty. */
export const noteFault = (text: string): NoteFault | undefined => {
  if (text.trim() === '') return 'required';
  return text.length > noteMaxLength ? 'tooLong' : undefined;
};

/** The counter appears for the last tenth only. */
export const countsDown = (text: string): boolean => text.length >= noteMaxLength * 0.9;

const nameOf = (accidentId: number) => `note ${accidentId}`;

/** Unsent note, stored until it is sent, the tab is closed or the user signs out. */
export const draft = {
  read: (accountId: number, accidentId: number): string =>
    String(readPersonal(accountId, nameOf(accidentId), sessionStorage) ?? ''),
  /** False when storage is full: typing goes on. */
  write: (accountId: number, accidentId: number, text: string): boolean =>
    writePersonal(accountId, nameOf(accidentId), text || undefined, sessionStorage),
};
