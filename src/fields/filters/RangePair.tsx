import type { ComponentType } from 'react';
import { useTranslate } from 'react-admin';
import { useDraft } from '../draft.ts';
import type { Range, RangeEnd, RangeFault } from './dateRange.ts';

/** Props of the input for one bound of a range. `name` is its accessible name and the visible text before the input. */
export interface BoundProps {
  readonly name: string;
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
   * Returns a fault that concerns both bounds of the range. The fault is shown under its input, and the range is not
   * committed.
   */
  readonly faultOf?: (range: Range) => RangeFault | undefined;
  readonly onChange: (range: Range, isTyping: boolean) => void;
}

const joinRange = ({ from, to }: Range): string => `${from}\n${to}`;
const splitRange = (text: string): Range => {
  const [from = '', to = ''] = text.split('\n');
  return { from, to };
};
const trim = (text: string): string => text.trim();
const noFault = () => undefined;

/** Inputs for two optional bounds. Both are committed together, because one can make the other valid. */
export const RangePair = (props: RangePairProps) => {
  const { label, Box: BoundBox, sideBySide = false, normalize = trim, faultOf = noFault, onChange } = props;
  const translate = useTranslate();
  const { draft, change, flush } = useDraft(
    joinRange(props),
    (text, isTyping) => faultOf(splitRange(text)) || onChange(splitRange(text), isTyping),
    text => joinRange({ from: normalize(splitRange(text).from), to: normalize(splitRange(text).to) }),
  );
  const boundLabels = { from: translate('lists.filters.from'), to: translate('lists.filters.to') };
  const range = splitRange(draft);
  const fault = faultOf(range);
  const renderBound = (bound: RangeEnd) => (
    <BoundBox
      name={boundLabels[bound]}
      value={range[bound]}
      fault={fault?.[bound]}
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
