import FormControl, { type FormControlProps } from '@mui/material/FormControl';
import { styled } from '@mui/material/styles';

type Props = FormControlProps & { readonly InputProps?: unknown };

const Control = ({ InputProps: _InputProps, ...props }: Props) => <FormControl {...props} />;

/**
 * The element around an input, in the theme's style of text fields. react-admin's autocomplete hands these `InputProps`
 * beside `slotProps`, for older releases of MUI; MUI 9 does not know it and would leave it to the element of the page.
 */
export const FieldRoot = styled(Control, { name: 'MuiTextField', slot: 'Root' })({});
