import MuiTextField from '@mui/material/TextField';
import type { ComponentType } from 'react';
import { LazyBoundary, lazyComponent } from '../../feedback/LazyBoundary.tsx';
import { ChoiceField, RecordField } from './ChoiceField.tsx';
import type { InputProps } from './InputProps.ts';
import { CodeField, EmailField, FigureField, PhoneField, TextField, YesNoField } from './plain.tsx';

type InputModule = { readonly Input: ComponentType<InputProps> };

/** Returns an input whose script loads with the first form. Meanwhile a disabled text field keeps its space. */
const lazyInput = (load: () => Promise<InputModule>): ComponentType<InputProps> => {
  const Input = lazyComponent('Input', load);
  return props => (
    <LazyBoundary waiting={<MuiTextField label={props.label} fullWidth disabled />}>
      <Input {...props} />
    </LazyBoundary>
  );
};

const DayField = lazyInput(() => import('./DateField.tsx').then(module => ({ Input: module.DayField })));
const MomentField = lazyInput(() => import('./DateField.tsx').then(module => ({ Input: module.MomentField })));

/** All inputs of forms, loaded with the first form. Each field kind names its input (src/fields/registry.ts). */
export const inputs = {
  text: TextField,
  code: CodeField,
  email: EmailField,
  phone: PhoneField,
  figure: FigureField,
  day: DayField,
  moment: MomentField,
  choice: ChoiceField,
  record: RecordField,
  yesNo: YesNoField,
} as const satisfies Readonly<Record<string, ComponentType<InputProps>>>;
export type InputName = keyof typeof inputs;
