import { FieldRoot } from './FieldRoot.tsx';
import type { InputProps } from './InputProps.ts';

/** Props of all inputs. Without help there is no space below an input. An error adds its own line. */
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

/** Props of all autocompletes. The list does not open on focus, because it would cover the form. */
export const commonChoiceProps = (props: InputProps) =>
  ({ ...commonInputProps(props), openOnFocus: false, TextFieldProps: { slots: { root: FieldRoot } } }) as const;
