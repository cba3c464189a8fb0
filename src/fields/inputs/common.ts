import { FieldRoot } from './FieldRoot.tsx';
import type { InputProps } from './InputProps.ts';

/** Props common to all inputs. Without help there is no space below an input: an error makes its own. */
export const common = ({ source, label, help, field, disabled }: InputProps) =>
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

/** What react-admin's autocompletes are given alike; one that has the focus does not lie over the rest of the form. */
export const commonOfChoice = (props: InputProps) =>
  ({ ...common(props), openOnFocus: false, TextFieldProps: { slots: { root: FieldRoot } } }) as const;
