import { FieldRoot } from './FieldRoot.tsx';
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

/**
 * Returns the props that all autocompletes share. Their lists do not open on focus, because an open list would cover
 * the form.
 */
export const commonChoiceProps = (props: InputProps) =>
  ({ ...commonInputProps(props), openOnFocus: false, TextFieldProps: { slots: { root: FieldRoot } } }) as const;
