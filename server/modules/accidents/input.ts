import { momentFault } from '../../../src/schema/kinds/dates.ts';
import { isInvisible } from '../../../src/schema/kinds/plain.ts';
import { isStorable } from '../../../src/schema/kinds/storable.ts';
import { invalid } from '../../errors.ts';

/** Returns the text unchanged. Throws if the text is blank or cannot be stored. */
export const requireText = (field: string, text: string): string => {
  if (isInvisible(text)) throw invalid({ field, message: 'required' });
  if (!isStorable(text)) throw invalid({ field, message: 'characters' });
  return text;
};

/** Returns the reason that a user typed, trimmed. Undefined if blank. */
export const trimReason = (reason: string | undefined): string | undefined =>
  reason && !isInvisible(reason) ? requireText('Reason', reason.trim()) : undefined;

/** Parses a time. Throws if it is outside the plausible range, or is no planned time although it must be one. */
export const parseMoment = (
  field: string,
  text: string,
  rules: Parameters<typeof momentFault>[1] = {},
  now = new Date(),
): Date => {
  const fault = momentFault(text, rules, now);
  if (fault) throw invalid({ field, ...fault });
  return new Date(text);
};
