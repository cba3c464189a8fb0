import { incompleteDate } from '../dates/wire.ts';
import { validationText } from '../validation.ts';

/** Bounds of a date range in the format of the API. Empty: no bound. */
export interface Range {
  readonly from: string;
  readonly to: string;
}
export type RangeEnd = keyof Range;
/** Faults of the bounds that cannot be applied. An empty text: the user is still typing this bound. */
export type RangeFault = { readonly [End in RangeEnd]?: string };

/**
 * Returns the faults of a date range: incomplete dates, and an end that precedes the start, no matter which of them was
 * changed last.
 */
export const dateRangeFault = (translate: Parameters<typeof validationText>[0], { from, to }: Range): RangeFault => ({
  ...(from === incompleteDate && { from: '' }),
  ...(to === incompleteDate && { to: '' }),
  // The comparison is false if one of the bounds is missing or incomplete.
  ...(Date.parse(to) < Date.parse(from) && { to: validationText(translate, 'notBeforeStart') }),
});
