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
