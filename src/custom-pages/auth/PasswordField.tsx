import type { ComponentProps } from 'react';
import { usePasswordEye } from '../../components/usePasswordEye.tsx';
import { AuthField } from './AuthField.tsx';

type Props = Omit<ComponentProps<typeof AuthField>, 'type' | 'autoComplete'> & {
  readonly autoComplete?: 'current-password' | 'new-password';
};

/** Password field with a "show" button. */
export const PasswordField = ({ autoComplete = 'current-password', ...props }: Props) => (
  <AuthField {...props} {...usePasswordEye()} autoComplete={autoComplete} />
);
