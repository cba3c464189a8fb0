import { readPersonal, writePersonal } from '../../../components/personal.ts';

const draftKey = (accidentId: number) => `note ${accidentId}`;

/** Unsent note, stored until it is sent, the tab is closed or the user signs out. */
export const noteDraft = {
  read: (accountId: number, accidentId: number): string =>
    String(readPersonal(accountId, draftKey(accidentId), sessionStorage) ?? ''),
  /** Stores the unsent note. Returns false if the browser's storage is full. The user can still type. */
  write: (accountId: number, accidentId: number, text: string): boolean =>
    writePersonal(accountId, draftKey(accidentId), text || undefined, sessionStorage),
};
