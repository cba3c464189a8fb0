import { unfinished } from '../dates/wire.ts';
import { validationText } from '../validation.ts';

/** The two ends of a range as the wire has them; empty: open. */
export interface Range {
  readonly from: string;
  readonly to: string;
}
export type RangeEnd = keyof Range;
export type RangeFault = { readonly [End in RangeEnd]?: string };

/** A range ends neither before its start nor starts after its end; said of the end that was typed last. */
export const dateRangeFault = (
  translate: Parameters<typeof validationText>[0],
  { from, to }: Range,
  typed: RangeEnd = 'to',
): RangeFault | undefined => {
  // Half a date is not asked for, and not yet wrong.
  if (from === unfinished || to === unfinished) return {};
  // An end that is open is not compared.
  if (!(Date.parse(to) < Date.parse(from))) return undefined;
  return { [typed]: validationText(translate, typed === 'to' ? 'notBeforeStart' : 'notAfterEnd') };
};
