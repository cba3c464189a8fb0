import TextField from '@mui/material/TextField';
import type { ComponentType } from 'react';
import { LazyBoundary } from '../../feedback/LazyBoundary.tsx';
import { lazyComponent } from '../../feedback/lazyComponent.ts';
import type { InputProps } from './InputProps.ts';

type InputModule = { readonly Input: ComponentType<InputProps> };

/** Returns an input whose script loads with the first form. Meanwhile a disabled text field keeps its space. */
const lazyInput = (load: () => Promise<InputModule>): ComponentType<InputProps> => {
  const Input = lazyComponent('Input', load);
  return props => (
    <LazyBoundary waiting={<TextField label={props.label} size="small" fullWidth disabled />}>
      <Input {...props} />
    </LazyBoundary>
  );
};

export const LazyDayField = lazyInput(() => import('./DateField.tsx').then(({ DayField }) => ({ Input: DayField })));
export const LazyMomentField = lazyInput(() =>
  import('./DateField.tsx').then(({ MomentField }) => ({ Input: MomentField })),
);
