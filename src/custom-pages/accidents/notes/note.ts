import { readPersonal, writePersonal } from '../../../components/personal.ts';
import { noteMaxLength } from '../../../contract/limits.ts';

export type NoteFault = 'required' | 'tooLong';

/** What is wrong with a note; blanks alone say nothing and count as nothing. */
export const noteFault = (text: string): NoteFault | undefined => {
  if (text.trim() === '') return 'required';
  return text.length > noteMaxLength ? 'tooLong' : undefined;
};

/** The counter shows itself over the last tenth only. */
export const countsDown = (text: string): boolean => text.length >= noteMaxLength * 0.9;

const nameOf = (accidentId: number) => `note ${accidentId}`;

/** What its author typed and did not send, kept until it is sent, the tab is closed or they sign out. */
export const draft = {
  read: (accountId: number, accidentId: number): string =>
    String(readPersonal(accountId, nameOf(accidentId), sessionStorage) ?? ''),
  /** A full store keeps nobody from typing. */
  write: (accountId: number, accidentId: number, text: string): boolean =>
    writePersonal(accountId, nameOf(accidentId), text || undefined, sessionStorage),
};
