import { incompleteDate } from '../dates/wire.ts';
import { validationText } from '../validation.ts';

/** Bounds of a date range in the format of the API. Empty: no bound. */
export interface Range {
  readonly from: string;
  readonly to: string;
}
export type RangeEnd = keyof Range;
export type RangeFault = { readonly [End in RangeEnd]?: string };

/** Returns a fault of a date range whose end precedes its start, no matter which of them was changed last. */
export const dateRangeFault = (
  translate: Parameters<typeof validationText>[0],
  { from, to }: Range,
): RangeFault | undefined => {
  // A range with an incomplete date is not committed. It shows no fault, because the user is still typing.
  if (from === incompleteDate || to === incompleteDate) return {};
  // A range without one of its bounds has no fault, because the comparison below is then false.
  return Date.parse(to) < Date.parse(from) ? { to: validationText(translate, 'notBeforeStart') } : undefined;
};
