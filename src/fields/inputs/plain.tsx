import { BooleanInput, NumberInput, TextInput } from 'react-admin';
import { common as shared } from './common.ts';
import type { InputProps } from './InputProps.ts';

const common = (props: InputProps) => ({ ...shared(props), autoComplete: props.field.autoComplete ?? 'off' });

/** Minimum length of multi-line texts. */
const longFrom = 400;

export const TextField = (props: InputProps) => (
  <TextInput {...common(props)} multiline={(props.field.maxLength ?? 0) >= longFrom} />
);

const typed = (type: 'tel' | 'email', inputMode?: 'numeric') => (props: InputProps) => (
  <TextInput {...common(props)} type={type} slotProps={{ htmlInput: { inputMode } }} />
);
export const PhoneField = typed('tel');
export const EmailField = typed('email');

/** Identifiers in monospace. */
export const CodeField = (props: InputProps) => (
  <TextInput
    {...common(props)}
    slotProps={{ htmlInput: { spellCheck: false, autoCapitalize: 'characters' } }}
    sx={{ '& input': { fontVariantNumeric: 'tabular-nums' } }}
  />
);

export const FigureField = (props: InputProps) => (
  <NumberInput {...common(props)} min={props.field.minimum} max={props.field.maximum} step="any" />
);

export const YesNoField = ({ source, label, help, disabled }: InputProps) => (
  <BooleanInput source={source} label={label} helperText={help ?? false} disabled={disabled} />
);
