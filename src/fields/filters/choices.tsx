import { useId } from 'react';
import { CheckBox } from '../../components/CheckBox.tsx';
import { parametersOfField } from '../../schema/filters.ts';
import { useDictionary } from '../dictionary.ts';
import type { FilterProps } from '../kind.ts';
import { choiceLabel, fieldLabel, useI18n } from '../useI18n.ts';
import { FilterGroup, OperatorSelect } from './OperatorSelect.tsx';
import { useOperator } from './useOperator.ts';

type FilterTextProps = Omit<FilterProps, 'onChange'>;

const useOptions = ({ name, field, resource }: FilterTextProps) => {
  const i18n = useI18n();
  const dictionary = useDictionary(field.dictionary);
  return field.choices
    ? field.choices.map(choice => ({ Id: choice, Title: choiceLabel(resource, name, choice, i18n) }))
    : dictionary;
};

const splitIds = (value: unknown): readonly string[] => (value === undefined ? [] : String(value).split(','));

/** Filter by several choices of a field: the list shows rows with one of them, or rows with none of them. */
export const Filter = (props: FilterProps) => {
  const i18n = useI18n();
  const id = useId();
  const options = useOptions(props);
  const { operators, operator, parameter, choose } = useOperator(props);
  const chosenIds = splitIds(props.values[parameter]);
  const label = fieldLabel(props.resource, props.name, i18n);
  const toggle = (id: string) => {
    const next = chosenIds.includes(id) ? chosenIds.filter(other => other !== id) : [...chosenIds, id];
    props.onChange({ [parameter]: next.length ? next : undefined });
  };
  return (
    <FilterGroup label={label}>
      <OperatorSelect label={label} operators={operators} operator={operator} onChoose={choose} />
      {operator !== 'empty' && operator !== 'notEmpty' && (
        <div className="filter-halves filter-choices">
          {options.map(({ Id, Title }) => (
            <label key={Id} htmlFor={`${id}${Id}`} className="filter-choice">
              <CheckBox id={`${id}${Id}`} checked={chosenIds.includes(Id)} onChange={() => toggle(Id)} />
              {Title}
            </label>
          ))}
        </div>
      )}
    </FilterGroup>
  );
};

export const FilterText = (props: FilterTextProps) => {
  const options = useOptions(props);
  const chosenIds = splitIds(props.values[parametersOfField(props.name, props.field)[0]?.name ?? props.name]);
  return <>{chosenIds.map(id => options.find(option => option.Id === id)?.Title ?? id).join(', ')}</>;
};
