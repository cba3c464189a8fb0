import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import OutlinedInput, { type OutlinedInputProps } from '@mui/material/OutlinedInput';
import { useId } from 'react';
import type { FieldInput } from './useFields.ts';

interface Props extends FieldInput {
  readonly label: string;
  readonly type: string;
  readonly autoComplete: string;
  readonly help?: string | undefined;
  readonly endAdornment?: OutlinedInputProps['endAdornment'];
}

/**
 * Label above, error below. MUI's TextField is not used, because it would load selects and menus before the first
 * screen.
 */
export const AuthField = ({ label, fault, help, onChange, ...input }: Props) => {
  const id = useId();
  return (
    <FormControl fullWidth error={fault !== undefined} sx={{ mb: 2 }}>
      <FormLabel htmlFor={id} sx={{ mb: 0.75, typography: 'subtitle2', color: 'text.primary' }}>
        {label}
      </FormLabel>
      <OutlinedInput
        {...input}
        id={id}
        size="small"
        onChange={event => onChange(event.target.value)}
        aria-describedby={fault || help ? `${id}-help` : undefined}
      />
      {(fault || help) && (
        <FormHelperText id={`${id}-help`} sx={{ mx: 0 }}>
          {fault ?? help}
        </FormHelperText>
      )}
    </FormControl>
  );
};
