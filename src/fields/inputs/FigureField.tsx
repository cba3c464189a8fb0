import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useInput } from 'react-admin';
import type { Locale } from '../../i18n/locale.ts';
import { parseNumber } from '../../schema/kinds/figureText.ts';
import { useI18n } from '../useI18n.ts';
import type { InputProps } from './InputProps.ts';

const identity = (value: unknown) => value;

const formatInput = (value: unknown, locale: Locale): string => {
  if (typeof value !== 'number') return typeof value === 'string' ? value : '';
  return locale === 'ru' ? String(value).replace('.', ',') : String(value);
};

/**
 * Number input that is a text field, because mouse wheel and arrow keys would change a number field. A text that is no
 * number stays and gets an error.
 */
export const FigureField = ({ source, label, help, field: described, disabled }: InputProps) => {
  const { locale } = useI18n();
  const { field, fieldState } = useInput({ source, disabled, parse: identity, format: identity });
  const [typed, setTyped] = useState<{ readonly text: string; readonly value: unknown }>();
  const isTyped = typed !== undefined && typed.value === field.value;
  return (
    <TextField
      name={source}
      inputRef={field.ref}
      label={label}
      value={isTyped ? typed.text : formatInput(field.value, locale)}
      onChange={({ target: { value: text } }) => {
        const value = text.trim() === '' ? null : (parseNumber(text, described.kind) ?? text);
        setTyped({ text, value });
        field.onChange(value);
      }}
      onBlur={() => {
        setTyped(undefined);
        field.onBlur();
      }}
      required={described.required}
      disabled={disabled}
      error={fieldState.invalid}
      helperText={fieldState.error?.message ?? help}
      fullWidth
      autoComplete={described.autoComplete ?? 'off'}
      slotProps={{ htmlInput: { inputMode: 'decimal', style: { fontVariantNumeric: 'tabular-nums' } } }}
    />
  );
};
