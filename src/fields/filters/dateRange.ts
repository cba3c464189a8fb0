import { unfinished } from '../dates/wire.ts';
import { validationText } from '../validation.ts';

/** Ends of a range as on the wire; empty: open. */
export interface Range {
  readonly from: string;
  readonly to: string;
}
export type RangeEnd = keyof Range;
export type RangeFault = { readonly [End in RangeEnd]?: string };

/** The end must not precede the start, whichever of them was changed last. */
export const dateRangeFault = (
  translate: Parameters<typeof validationText>[0],
  { from, to }: Range,
): RangeFault | undefined => {
  // An incomplete date is not queried, and not yet wrong.
  if (from === unfinished || to === unfinished) return {};
  // Open ends are not compared.
  return Date.parse(to) < Date.parse(from) ? { to: validationText(translate, 'notBeforeStart') } : undefined;
};
