import type { ComponentType } from 'react';
import { useTranslate } from 'react-admin';
import { useDraft } from '../draft.ts';
import type { Range, RangeEnd, RangeFault } from './dateRange.ts';

/** Props of one bound. `name` is its accessible name and the visible text before the input. */
export interface EndProps {
  readonly name: string;
  readonly value: string;
  readonly fault: string | undefined;
  readonly onChange: (value: string) => void;
  readonly onBlur: () => void;
}

export interface RangePairProps extends Range {
  /** Accessible name of the pair. */
  readonly label: string;
  readonly Box: ComponentType<EndProps>;
  /** Places the inputs side by side if there is enough width. */
  readonly narrow?: boolean;
  readonly normal?: (text: string) => string;
  /** Returns a fault of both bounds together. It is shown under the field, and the range is not committed. */
  readonly faultOf?: (range: Range) => RangeFault | undefined;
  readonly onChange: (range: Range, isTyping: boolean) => void;
}

const joined = ({ from, to }: Range): string => `${from}\n${to}`;
const parted = (text: string): Range => {
  const [from = '', to = ''] = text.split('\n');
  return { from, to };
};
const trimmed = (text: string): string => text.trim();
const sound = () => undefined;

/** Inputs for two optional bounds. Both are committed together, because one can make the other valid. */
export const RangePair = (props: RangePairProps) => {
  const { label, Box: EndBox, narrow = false, normal = trimmed, faultOf = sound, onChange } = props;
  const translate = useTranslate();
  const { draft, change, flush } = useDraft(
    joined(props),
    (text, isTyping) => faultOf(parted(text)) || onChange(parted(text), isTyping),
    text => joined({ from: normal(parted(text).from), to: normal(parted(text).to) }),
  );
  const nameOf = { from: translate('lists.filters.from'), to: translate('lists.filters.to') };
  const range = parted(draft);
  const fault = faultOf(range);
  const box = (end: RangeEnd) => (
    <EndBox
      name={nameOf[end]}
      value={range[end]}
      fault={fault?.[end]}
      onChange={value => change(joined({ ...range, [end]: value }))}
      onBlur={flush}
    />
  );
  return (
    <fieldset aria-label={label} className={narrow ? 'filter-halves' : 'filter'}>
      {box('from')}
      {box('to')}
    </fieldset>
  );
};
