import { isStorable } from '../../domain/unstorable.ts';
import { invalid } from '../../errors.ts';

/** The text as it is, if there is something to read in it and the database can keep it. */
export const textOf = (field: string, text: string): string => {
  if (text.trim() === '') throw invalid({ field, message: 'required' });
  if (!isStorable(text)) throw invalid({ field, message: 'pattern' });
  return text;
};

/** A reason somebody gave; blanks are none. */
export const given = (reason: string | undefined): string | undefined =>
  reason?.trim() ? textOf('Reason', reason.trim()) : undefined;

const earliest = '2000-01-01T00:00:00.000Z';
const latest = '2100-01-01T00:00:00.000Z';

/** A moment within living memory: what a form or a clock gone wrong sends is told to its sender. */
export const momentOf = (field: string, text: string): Date => {
  const moment = new Date(text);
  const known = !Number.isNaN(moment.getTime()) && moment >= new Date(earliest) && moment < new Date(latest);
  if (!known) throw invalid({ field, message: 'format', values: { format: `${earliest} … ${latest}` } });
  return moment;
};

/** The name of a file as somebody's machine gave it: without folders and without what no name should hold. */
export const fileNameOf = (name: string): string => {
  const last = name.normalize('NFC').split(/[/\\]/).pop() ?? '';
  const clean = last.replace(/[\p{C}]/gu, '').trim();
  return [...clean].slice(-200).join('') || 'file';
};
