import type { ComponentProps } from 'react';
import { usePasswordEye } from '../../components/usePasswordEye.tsx';
import { TextField } from './TextField.tsx';

type Props = Omit<ComponentProps<typeof TextField>, 'type' | 'autoComplete'> & {
  readonly autoComplete?: 'current-password' | 'new-password';
};

/** A password that can be looked at. */
export const PasswordField = ({ autoComplete = 'current-password', ...props }: Props) => (
  <TextField {...props} {...usePasswordEye()} autoComplete={autoComplete} />
);
