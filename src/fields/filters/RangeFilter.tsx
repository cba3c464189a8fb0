import { useTranslate } from 'react-admin';
import type { Field } from '../../schema/fields.ts';
import { parametersOfField, periodNames } from '../../schema/filters.ts';
import { textOf } from '../../schema/kinds/value.ts';
import type { FilterProps } from '../kind.ts';
import { FilterGroup, OperatorSelect } from './OperatorSelect.tsx';
import { RangePair, type RangePairProps } from './RangePair.tsx';
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
