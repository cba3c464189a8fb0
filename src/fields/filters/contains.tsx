import TextField from '@mui/material/TextField';
import { textOf } from '../../kinds/value.ts';
import { parametersOfField } from '../../resources/filters.ts';
import { useDraft } from '../draft.ts';
import type { FilterProps } from '../kind.ts';
import { fieldLabel, useI18n } from '../useI18n.ts';

const parameterOf = ({ name, field }: Pick<FilterProps, 'name' | 'field'>) =>
  parametersOfField(name, field)[0]?.name ?? name;

export const Filter = ({ name, field, resource, values, onChange }: FilterProps) => {
  const i18n = useI18n();
  const parameter = parameterOf({ name, field });
  const { draft, change } = useDraft(textOf(values, parameter) ?? '', text =>
    onChange({ [parameter]: text || undefined }),
  );
  return (
    <TextField
      size="small"
      fullWidth
      label={fieldLabel(resource, name, i18n)}
      value={draft}
      onChange={event => change(event.target.value)}
      slotProps={{ htmlInput: { maxLength: 200 } }}
    />
  );
};

export const FilterText = ({ name, field, values }: Omit<FilterProps, 'onChange'>) => (
  <>{textOf(values, parameterOf({ name, field }))}</>
);
