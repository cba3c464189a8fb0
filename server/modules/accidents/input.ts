import { momentFault } from '../../../src/schema/kinds/dates.ts';
import { cutFileName } from '../../../src/schema/kinds/graphemes.ts';
import { isInvisible, tidy } from '../../../src/schema/kinds/plain.ts';
import { isStorable } from '../../../src/schema/kinds/storable.ts';
import { invalid } from '../../errors.ts';

/** Returns the text unchanged. Throws if the text is blank or cannot be stored. */
export const textOf = (field: string, text: string): string => {
  if (isInvisible(text)) throw invalid({ field, message: 'required' });
  if (!isStorable(text)) throw invalid({ field, message: 'characters' });
  return text;
};

/** The reason, trimmed. Undefined if blank. */
export const reasonOf = (reason: string | undefined): string | undefined =>
  reason && !isInvisible(reason) ? textOf('Reason', reason.trim()) : undefined;

/** Parses a date. Throws if it is outside the plausible range. */
export const momentOf = (field: string, text: string): Date => {
  const fault = momentFault(text, {}, new Date());
  if (fault) throw invalid({ field, ...fault });
  return new Date(text);
};

const nameLength = 200;

/** A file name from the client, without folders and invalid characters. */
export const fileNameOf = (name: string): string => {
  const last = name.normalize('NFC').split(/[/\\]/).pop() ?? '';
  // Zero-width joiners are kept where an emoji or a script needs them.
  const clean = tidy(last.replace(/[\p{Cc}\p{Cs}\p{Co}\p{Cn}]/gu, ''));
  return cutFileName(clean, nameLength) || 'file';
};
