import { filterMaxLength } from '../../contract/limits.ts';
import { parametersOfField } from '../../schema/filters.ts';
import { textOf } from '../../schema/kinds/value.ts';
import { useDraft } from '../draft.ts';
import type { FilterProps } from '../kind.ts';
import { fieldLabel, useI18n } from '../useI18n.ts';
import { FilterGroup, OperatorSelect } from './OperatorSelect.tsx';
import { useOperator } from './useOperator.ts';

const parameterOf = ({ name, field }: Pick<FilterProps, 'name' | 'field'>) =>
  parametersOfField(name, field)[0]?.name ?? name;

export const Filter = (props: FilterProps) => {
  const { name, resource, values, onChange } = props;
  const i18n = useI18n();
  const { operators, operator, parameter, choose } = useOperator(props);
  const { draft, change } = useDraft(textOf(values, parameter) ?? '', (text, isTyping) =>
    onChange({ [parameter]: text || undefined }, isTyping),
  );
  const label = fieldLabel(resource, name, i18n);
  const takesText = operator !== 'empty' && operator !== 'notEmpty';
  return (
    <FilterGroup label={label}>
      <div className={takesText ? 'filter-compared' : undefined}>
        <OperatorSelect label={label} operators={operators} operator={operator} onChoose={choose} />
        {takesText && (
          <input
            className="filter-box"
            aria-label={label}
            maxLength={filterMaxLength}
            value={draft}
            onChange={({ target }) => change(target.value)}
          />
        )}
      </div>
    </FilterGroup>
  );
};

export const FilterText = ({ name, field, values }: Omit<FilterProps, 'onChange'>) => (
  <>{textOf(values, parameterOf({ name, field }))}</>
);
