import type { ComponentType } from 'react';
import { useTranslate } from 'react-admin';
import { incompleteDate } from '../dates/wire.ts';
import { useDraft } from '../draft.ts';
import { validationText } from '../validation.ts';

/** Bounds of a date range in the format of the API. Empty: no bound. */
export interface Range {
  readonly from: string;
  readonly to: string;
}
type RangeEnd = keyof Range;
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

/** Props of the input for one bound of a range. `name` is its accessible name and the visible text before the input. */
export interface BoundProps {
  readonly name: string;
  readonly bound: RangeEnd;
  readonly value: string;
  readonly fault: string | undefined;
  readonly onChange: (value: string) => void;
  readonly onBlur: () => void;
}

export interface RangePairProps extends Range {
  /** Accessible name of the pair of inputs. */
  readonly label: string;
  readonly Box: ComponentType<BoundProps>;
  /** Places the inputs side by side if there is enough width. */
  readonly sideBySide?: boolean;
  readonly normalize?: (text: string) => string;
  /**
   * Returns the faults of the bounds. Each is shown under its input. A bound with a fault is not applied, nor is the
   * former bound: the list must not be filtered by a value that its field does not show.
   */
  readonly faultOf?: (range: Range) => RangeFault;
  readonly onChange: (range: Range, isTyping: boolean) => void;
}

const joinRange = ({ from, to }: Range): string => `${from}\n${to}`;
const splitRange = (text: string): Range => {
  const [from = '', to = ''] = text.split('\n');
  return { from, to };
};
const trim = (text: string): string => text.trim();
const noFault = (): RangeFault => ({});

/** Inputs for two optional bounds. Both are committed together, because one can make the other valid. */
export const RangePair = (props: RangePairProps) => {
  const { label, Box: BoundBox, sideBySide = false, normalize = trim, faultOf = noFault, onChange } = props;
  const translate = useTranslate();
  const { draft, change, flush } = useDraft(
    joinRange(props),
    (text, isTyping) => onChange(splitRange(text), isTyping),
    text => {
      const { from, to } = splitRange(text);
      const faults = faultOf({ from, to });
      return joinRange({
        from: faults.from === undefined ? normalize(from) : '',
        to: faults.to === undefined ? normalize(to) : '',
      });
    },
  );
  const boundLabels = { from: translate('lists.filters.from'), to: translate('lists.filters.to') };
  const range = splitRange(draft);
  const fault = faultOf(range);
  const renderBound = (bound: RangeEnd) => (
    <BoundBox
      name={boundLabels[bound]}
      bound={bound}
      value={range[bound]}
      fault={fault[bound] || undefined}
      onChange={value => change(joinRange({ ...range, [bound]: value }))}
      onBlur={flush}
    />
  );
  return (
    <fieldset aria-label={label} className={sideBySide ? 'filter-halves' : 'filter'}>
      {renderBound('from')}
      {renderBound('to')}
    </fieldset>
  );
};
