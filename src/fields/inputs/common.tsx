import FormControl, { type FormControlProps } from '@mui/material/FormControl';
import { styled } from '@mui/material/styles';
import type { InputProps } from './InputProps.ts';

/**
 * Returns the props that all inputs share. Without help text, an input reserves no space below. An error message adds
 * its own line.
 */
export const commonInputProps = ({ source, label, help, field, disabled }: InputProps) =>
  ({
    source,
    label,
    helperText: help ?? false,
    isRequired: field.required ?? false,
    disabled,
    size: 'small',
    variant: 'outlined',
    margin: 'none',
    fullWidth: true,
  }) as const;

type FieldRootProps = FormControlProps & { readonly InputProps?: unknown };

const Control = ({ InputProps: _InputProps, ...props }: FieldRootProps) => <FormControl {...props} />;

/**
 * The element around an input, in the theme's style of text fields. react-admin's autocomplete passes `InputProps` in
 * addition to `slotProps`, for older releases of MUI. MUI 9 does not know the prop and would pass it to the DOM
 * element.
 */
const FieldRoot = styled(Control, { name: 'MuiTextField', slot: 'Root' })({});

/**
 * Returns the props that all autocompletes share. Their lists do not open on focus, because an open list would cover
 * the form.
 */
export const commonChoiceProps = (props: InputProps) =>
  ({ ...commonInputProps(props), openOnFocus: false, TextFieldProps: { slots: { root: FieldRoot } } }) as const;
