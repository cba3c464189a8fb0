import { BooleanInput, DateInput, NumberInput, TextInput } from 'react-admin';
import { common } from './common.ts';
import type { InputProps } from './InputProps.ts';

/** Texts of this length and above are written over several lines. */
const longFrom = 400;

export const TextField = (props: InputProps) => (
  <TextInput {...common(props)} multiline={(props.field.maxLength ?? 0) >= longFrom} autoComplete="off" />
);

const typed = (type: 'tel' | 'email', inputMode?: 'numeric') => (props: InputProps) => (
  <TextInput {...common(props)} type={type} autoComplete="off" slotProps={{ htmlInput: { inputMode } }} />
);
export const PhoneField = typed('tel');
export const EmailField = typed('email');

/** Letters and digits of an identity stand under each other. */
export const CodeField = (props: InputProps) => (
  <TextInput
    {...common(props)}
    autoComplete="off"
    slotProps={{ htmlInput: { spellCheck: false, autoCapitalize: 'characters' } }}
    sx={{ '& input': { fontVariantNumeric: 'tabular-nums' } }}
  />
);

export const FigureField = (props: InputProps) => (
  <NumberInput {...common(props)} min={props.field.minimum} max={props.field.maximum} step="any" />
);

/** A calendar day has no zone: it is written as it is read. */
export const DayField = (props: InputProps) => <DateInput {...common(props)} parse={(text: string) => text || null} />;

export const YesNoField = ({ source, label, help }: InputProps) => (
  <BooleanInput source={source} label={label} helperText={help ?? false} />
);
