import type { ComponentType } from 'react';
import { useTranslate } from 'react-admin';
import type { Field } from '../../schema/fields.ts';
import { parametersOfField, periodNames } from '../../schema/filters.ts';
import { textOf } from '../../schema/kinds/value.ts';
import { incompleteDate } from '../dates/wire.ts';
import { useDraft } from '../draft.ts';
import type { FilterProps } from '../kind.ts';
import { validationText } from '../validation.ts';
import { FilterGroup, OperatorSelect } from './OperatorSelect.tsx';
import { useOperator } from './useOperator.ts';

export const boundParameterNames = (name: string, field: Field): readonly [from: string, to: string] => {
  const [from, to] = parametersOfField(name, field);
  return [from?.name ?? name, to?.name ?? name];
};

/** Text of a range: `from 2 to 4`, `from 2`, `to 4`. */
export const RangeText = ({ from, to }: { from?: string; to?: string }) => {
  const translate = useTranslate();
  const lower = from === undefined ? '' : `${translate('lists.filters.from').toLowerCase()} ${from}`;
  const upper = to === undefined ? '' : `${translate('lists.filters.to').toLowerCase()} ${to}`;
  return <>{[lower, upper].filter(Boolean).join(' ')}</>;
};

type Props = RangePairProps & { readonly filter: FilterProps };

/** Filter by two bounds, by a period relative to today, or by presence of a value. */
export const RangeFilter = ({ filter, label, ...range }: Props) => {
  const { values, onChange } = filter;
  const translate = useTranslate();
  const { operators, operator, parameter, choose } = useOperator(filter);
  return (
    <FilterGroup label={label}>
      <OperatorSelect label={label} operators={operators} operator={operator} onChoose={choose} />
      {operator === 'between' && <RangePair label={label} {...range} />}
      {operator === 'within' && (
        <select
          className="filter-box"
          aria-label={label}
          value={textOf(values, parameter) ?? ''}
          onChange={({ target }) => onChange({ [parameter]: target.value || undefined })}
        >
          <option value="">{translate('lists.filters.any')}</option>
          {periodNames.map(period => (
            <option key={period} value={period}>
              {translate(`lists.filters.periods.${period}`)}
            </option>
          ))}
        </select>
      )}
    </FilterGroup>
  );
};

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

interface RangePairProps extends Range {
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
