import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import OutlinedInput, { type OutlinedInputProps } from '@mui/material/OutlinedInput';
import { useId } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';

interface Props extends Omit<OutlinedInputProps, 'error'> {
  readonly label: string;
  readonly error: string | undefined;
  readonly field: UseFormRegisterReturn;
}

/** Label above, error under. MUI's own TextField would bring selects and menus before the first screen. */
export const TextField = ({ label, error, field, ...input }: Props) => {
  const id = useId();
  const { ref, ...registered } = field;
  return (
    <FormControl fullWidth error={error !== undefined} sx={{ mb: 2 }}>
      <FormLabel htmlFor={id} sx={{ mb: 0.75, typography: 'subtitle2', color: 'text.primary' }}>
        {label}
      </FormLabel>
      <OutlinedInput
        id={id}
        size="small"
        inputRef={ref}
        aria-describedby={error === undefined ? undefined : `${id}-error`}
        {...registered}
        {...input}
      />
      {error !== undefined && (
        <FormHelperText id={`${id}-error`} sx={{ mx: 0 }}>
          {error}
        </FormHelperText>
      )}
    </FormControl>
  );
};
