import type { ComponentType } from 'react';
import type { FieldKind } from '../../schema/fields.ts';
import { ChoiceField, RecordField } from './ChoiceField.tsx';
import { FigureField } from './FigureField.tsx';
import type { InputProps } from './InputProps.ts';
import { LazyDayField, LazyMomentField } from './lazyFields.tsx';
import { CodeField, EmailField, PhoneField, TextField, YesNoField } from './plain.tsx';

/** Input of each kind, loaded with the first form. A missing kind does not compile. */
export const inputs: { readonly [Kind in FieldKind]: ComponentType<InputProps> } = {
  text: TextField,
  number: FigureField,
  money: FigureField,
  date: LazyDayField,
  dateTime: LazyMomentField,
  duration: FigureField,
  distance: FigureField,
  speed: FigureField,
  acceleration: FigureField,
  option: ChoiceField,
  reference: RecordField,
  plate: CodeField,
  vin: CodeField,
  imei: CodeField,
  phone: PhoneField,
  email: EmailField,
  boolean: YesNoField,
  score: FigureField,
  status: ChoiceField,
  position: FigureField,
};
