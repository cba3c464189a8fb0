import { useTranslate } from 'react-admin';
import { periodNames } from '../../schema/filters.ts';
import { textOf } from '../../schema/kinds/value.ts';
import type { FilterProps } from '../kind.ts';
import { FilterGroup } from './FilterGroup.tsx';
import { OperatorSelect } from './OperatorSelect.tsx';
import { RangePair, type RangePairProps } from './RangePair.tsx';
import { useOperator } from './useOperator.ts';

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
