import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import OutlinedInput, { type OutlinedInputProps } from '@mui/material/OutlinedInput';
import { useTranslate } from 'ra-core';
import { useId } from 'react';
import type { useSignIn } from './useSignIn.ts';

interface Props extends ReturnType<ReturnType<typeof useSignIn>['field']> {
  readonly label: string;
  readonly type: string;
  readonly autoComplete: string;
  readonly endAdornment?: OutlinedInputProps['endAdornment'];
}

/** Label above, error under. MUI's own TextField would bring selects and menus before the first screen. */
export const TextField = ({ label, fault, onChange, ...input }: Props) => {
  const translate = useTranslate();
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
        aria-describedby={fault && `${id}-fault`}
      />
      {fault && (
        <FormHelperText id={`${id}-fault`} sx={{ mx: 0 }}>
          {translate(fault)}
        </FormHelperText>
      )}
    </FormControl>
  );
};
