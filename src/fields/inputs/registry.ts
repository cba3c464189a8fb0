import type { ComponentType } from 'react';
import { ChoiceField, RecordField } from './ChoiceField.tsx';
import { FigureField } from './FigureField.tsx';
import type { InputProps } from './InputProps.ts';
import { LazyDayField, LazyMomentField } from './lazyFields.tsx';
import { CodeField, EmailField, PhoneField, TextField, YesNoField } from './plain.tsx';

/** All inputs of forms, loaded with the first form. Each field kind names its input (src/fields/registry.ts). */
export const inputs = {
  text: TextField,
  code: CodeField,
  email: EmailField,
  phone: PhoneField,
  figure: FigureField,
  day: LazyDayField,
  moment: LazyMomentField,
  choice: ChoiceField,
  record: RecordField,
  yesNo: YesNoField,
} as const satisfies Readonly<Record<string, ComponentType<InputProps>>>;
export type InputName = keyof typeof inputs;
