import TextField, { type TextFieldProps } from '@mui/material/TextField';
import type { useInput } from 'react-admin';

type Props = TextFieldProps & Pick<ReturnType<typeof useInput>, 'field' | 'fieldState'>;

/** Text box of a drop-down list with search. It shows that the field is required, and the error of the field. */
export const PickerTextBox = ({ field, fieldState, helperText, ...props }: Props) => (
  <TextField
    {...props}
    inputRef={field.ref}
    required
    error={fieldState.invalid}
    helperText={fieldState.error?.message ?? helperText}
  />
);
