import TextField from '@mui/material/TextField';
import { useTranslate } from 'ra-core';
import type { FilterProps } from '../kind.ts';
import { fieldLabel, useI18n } from '../useI18n.ts';

export const Filter = ({ name, resource, values, onChange }: FilterProps) => {
  const i18n = useI18n();
  const { translate } = i18n;
  const value = values[name];
  return (
    <TextField
      select
      size="small"
      fullWidth
      label={fieldLabel(resource, name, i18n)}
      value={typeof value === 'boolean' ? String(value) : ''}
      onChange={({ target }) => onChange({ [name]: target.value === '' ? undefined : target.value === 'true' })}
      slotProps={{ select: { native: true } }}
    >
      <option value="">{translate('lists.filters.any')}</option>
      <option value="true">{translate('lists.yes')}</option>
      <option value="false">{translate('lists.no')}</option>
    </TextField>
  );
};

export const FilterText = ({ name, values }: Omit<FilterProps, 'onChange'>) => {
  const translate = useTranslate();
  return <>{translate(values[name] ? 'lists.yes' : 'lists.no')}</>;
};
