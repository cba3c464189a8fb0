import Box from '@mui/material/Box';
import FormLabel from '@mui/material/FormLabel';
import TextField from '@mui/material/TextField';
import { textOf } from '../../kinds/value.ts';
import { parametersOfField } from '../../resources/filters.ts';
import { useDraft } from '../draft.ts';
import type { FilterProps } from '../kind.ts';
import { fieldLabel, useI18n } from '../useI18n.ts';
import { groupLabel } from './groupLabel.ts';
import { OperatorSelect } from './OperatorSelect.tsx';
import { useOperator } from './useOperator.ts';

const parameterOf = ({ name, field }: Pick<FilterProps, 'name' | 'field'>) =>
  parametersOfField(name, field)[0]?.name ?? name;

export const Filter = (props: FilterProps) => {
  const { name, resource, values, onChange } = props;
  const i18n = useI18n();
  const { operators, operator, parameter, choose } = useOperator(props);
  const { draft, change } = useDraft(textOf(values, parameter) ?? '', text =>
    onChange({ [parameter]: text || undefined }),
  );
  const label = fieldLabel(resource, name, i18n);
  const isCompared = operator !== 'empty' && operator !== 'notEmpty';
  return (
    <Box>
      <FormLabel component="div" sx={groupLabel}>
        {label}
      </FormLabel>
      <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: isCompared ? '2fr 3fr' : '1fr' }, gap: 1 }}>
        <OperatorSelect label={label} operators={operators} operator={operator} onChoose={choose} />
        {isCompared && (
          <TextField
            size="small"
            fullWidth
            value={draft}
            onChange={event => change(event.target.value)}
            slotProps={{ htmlInput: { maxLength: 200, 'aria-label': label } }}
          />
        )}
      </Box>
    </Box>
  );
};

export const FilterText = ({ name, field, values }: Omit<FilterProps, 'onChange'>) => (
  <>{textOf(values, parameterOf({ name, field }))}</>
);
