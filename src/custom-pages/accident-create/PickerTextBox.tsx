import TextField, { type TextFieldProps } from '@mui/material/TextField';
import type { useInput } from 'react-admin';

type Props = TextFieldProps & Pick<ReturnType<typeof useInput>, 'field' | 'fieldState'>;

/** The text box of a picker, with its required mark and its fault. */
export const PickerTextBox = ({ field, fieldState, helperText, ...props }: Props) => (
  <TextField
    {...props}
    inputRef={field.ref}
    size="small"
    required
    error={fieldState.invalid}
    helperText={fieldState.error?.message ?? helperText}
  />
);
