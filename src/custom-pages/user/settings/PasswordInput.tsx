import { useTranslate } from 'ra-core';
import type { Control } from 'react-hook-form';
import { usePasswordEye } from '../../../components/usePasswordEye.tsx';
import { TextInput } from '../parts/TextInput.tsx';
import type { PasswordValues } from './password.ts';

interface Props {
  readonly control: Control<PasswordValues>;
  readonly name: keyof PasswordValues;
  readonly autoComplete: 'current-password' | 'new-password';
  readonly help?: string;
}

/** A password that can be looked at. */
export const PasswordInput = (props: Props) => {
  const translate = useTranslate();
  return <TextInput {...props} {...usePasswordEye()} required label={translate(`user.password.${props.name}`)} />;
};
