import { incompleteDate } from '../dates/wire.ts';
import { validationText } from '../validation.ts';

/** Bounds of a range in wire format. Empty: no bound. */
export interface Range {
  readonly from: string;
  readonly to: string;
}
export type RangeEnd = keyof Range;
export type RangeFault = { readonly [End in RangeEnd]?: string };

/** Returns a fault if the end precedes the start, whichever was changed last. */
export const dateRangeFault = (
  translate: Parameters<typeof validationText>[0],
  { from, to }: Range,
): RangeFault | undefined => {
  // A range with an incomplete date is not committed. It shows no fault, because the user is still typing.
  if (from === incompleteDate || to === incompleteDate) return {};
  // Missing bounds are not compared.
  return Date.parse(to) < Date.parse(from) ? { to: validationText(translate, 'notBeforeStart') } : undefined;
};
