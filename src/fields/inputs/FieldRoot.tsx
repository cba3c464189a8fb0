import FormControl, { type FormControlProps } from '@mui/material/FormControl';
import { styled } from '@mui/material/styles';

type Props = FormControlProps & { readonly InputProps?: unknown };

const Control = ({ InputProps: _InputProps, ...props }: Props) => <FormControl {...props} />;

/**
 * The element around an input, in the theme's style of text fields. react-admin's autocomplete passes `InputProps` in
 * addition to `slotProps`, for older releases of MUI. MUI 9 does not know the prop and would pass it to the DOM
 * element.
 */
export const FieldRoot = styled(Control, { name: 'MuiTextField', slot: 'Root' })({});
