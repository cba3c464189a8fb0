import MuiTextField from '@mui/material/TextField';
import { useState } from 'react';
import { BooleanInput, TextInput, useInput } from 'react-admin';
import { useController } from 'react-hook-form';
import { usePasswordEye } from '../../components/usePasswordEye.tsx';
import type { Locale } from '../../i18n/locale.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { parseNumber } from '../../schema/kinds/figureText.ts';
import { withExtensionWord } from '../../schema/kinds/phone.ts';
import { hasSeveralLines } from '../../schema/kinds/text.ts';
import { commonInputProps } from './common.tsx';
import type { InputProps } from './InputProps.ts';

const textInputProps = (props: InputProps) => ({
  ...commonInputProps(props),
  autoComplete: props.field.autoComplete ?? 'off',
});

const SecretField = (props: InputProps) => {
  const { type, endAdornment } = usePasswordEye();
  return <TextInput {...textInputProps(props)} type={type} slotProps={{ input: { endAdornment } }} />;
};

export const TextField = (props: InputProps) =>
  props.field.secret ? (
    <SecretField {...props} />
  ) : (
    <TextInput {...textInputProps(props)} multiline={hasSeveralLines(props.field)} />
  );

export const PhoneField = (props: InputProps) => {
  const locale = useLanguage();
  return (
    <TextInput
      {...textInputProps(props)}
      type="tel"
      format={(value?: string | null) => withExtensionWord(value ?? '', locale)}
    />
  );
};

export const EmailField = (props: InputProps) => <TextInput {...textInputProps(props)} type="email" />;

export const CodeField = (props: InputProps) => (
  <TextInput
    {...textInputProps(props)}
    slotProps={{ htmlInput: { spellCheck: false, autoCapitalize: 'characters' } }}
    sx={{ '& input': { fontVariantNumeric: 'tabular-nums' } }}
  />
);

/**
 * A switch that the form can focus. react-admin passes the ref as `inputRef`, which MUI 9 does not know. The focus
 * would then not move to a rejected switch.
 */
export const YesNoField = ({ source, label, help, disabled }: InputProps) => {
  const { field, fieldState } = useController({ name: source });
  const { error, invalid } = fieldState;
  const input = { ref: field.ref, 'aria-invalid': invalid, 'aria-description': error?.message ?? help };
  return (
    <BooleanInput
      source={source}
      label={label}
      helperText={help ?? false}
      disabled={disabled}
      {...{ slotProps: { input } }}
    />
  );
};

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
  const locale = useLanguage();
  const { field, fieldState } = useInput({ source, disabled, parse: identity, format: identity });
  const [typed, setTyped] = useState<{ readonly text: string; readonly value: unknown }>();
  const isTyped = typed !== undefined && typed.value === field.value;
  return (
    <MuiTextField
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
