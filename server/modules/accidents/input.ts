import { momentFault } from '../../../src/kinds/rules.ts';
import { isStorable } from '../../../src/kinds/storable.ts';
import { invalid } from '../../errors.ts';

/** The text as it is, if there is something to read in it and the database can keep it. */
export const textOf = (field: string, text: string): string => {
  if (text.trim() === '') throw invalid({ field, message: 'required' });
  if (!isStorable(text)) throw invalid({ field, message: 'pattern' });
  return text;
};

/** A reason somebody gave; blanks are none. */
export const reasonOf = (reason: string | undefined): string | undefined =>
  reason?.trim() ? textOf('Reason', reason.trim()) : undefined;

/** A moment within living memory. */
export const momentOf = (field: string, text: string): Date => {
  const fault = momentFault(text);
  if (fault) throw invalid({ field, ...fault });
  return new Date(text);
};

/** The name of a file as somebody's machine gave it: without folders and without what no name should hold. */
export const fileNameOf = (name: string): string => {
  const last = name.normalize('NFC').split(/[/\\]/).pop() ?? '';
  const clean = last.replace(/[\p{C}]/gu, '').trim();
  return [...clean].slice(-200).join('') || 'file';
};
