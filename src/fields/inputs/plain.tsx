import { BooleanInput, TextInput } from 'react-admin';
import { useController } from 'react-hook-form';
import { usePasswordEye } from '../../components/usePasswordEye.tsx';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { withExtensionWord } from '../../schema/kinds/phone.ts';
import { hasSeveralLines } from '../../schema/kinds/text.ts';
import { commonInputProps } from './common.tsx';
import type { InputProps } from './InputProps.ts';

const textInputProps = (props: InputProps) => ({
  ...commonInputProps(props),
  autoComplete: props.field.autoComplete ?? 'off',
});

/** A password input with a "show" button. */
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

/** Input for identifiers, in monospace. */
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
