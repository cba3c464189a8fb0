import { useId } from 'react';
import { useTranslate } from 'react-admin';
import type { FilterProps } from '../kind.ts';
import { fieldLabel, useI18n } from '../useI18n.ts';
import './filters.css';

export const Filter = ({ name, resource, values, onChange }: FilterProps) => {
  const i18n = useI18n();
  const id = useId();
  const { translate } = i18n;
  const value = values[name];
  return (
    <div className="filter">
      <label htmlFor={id} className="filter-label">
        {fieldLabel(resource, name, i18n)}
      </label>
      <select
        id={id}
        className="filter-box"
        value={typeof value === 'boolean' ? String(value) : ''}
        onChange={({ target }) => onChange({ [name]: target.value === '' ? undefined : target.value === 'true' })}
      >
        <option value="">{translate('lists.filters.any')}</option>
        <option value="true">{translate('lists.yes')}</option>
        <option value="false">{translate('lists.no')}</option>
      </select>
    </div>
  );
};

export const FilterText = ({ name, values }: Omit<FilterProps, 'onChange'>) => {
  const translate = useTranslate();
  return <>{translate(values[name] ? 'lists.yes' : 'lists.no')}</>;
};
