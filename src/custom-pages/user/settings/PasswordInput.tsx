import VisibilityOffOutlined from '@mui/icons-material/VisibilityOffOutlined';
import VisibilityOutlined from '@mui/icons-material/VisibilityOutlined';
import IconButton from '@mui/material/IconButton';
import { useTranslate } from 'ra-core';
import { useState } from 'react';
import type { Control } from 'react-hook-form';
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
  const [shown, setShown] = useState(false);
  const label = translate(shown ? 'auth.hidePassword' : 'auth.showPassword');
  return (
    <TextInput
      {...props}
      required
      type={shown ? 'text' : 'password'}
      label={translate(`user.password.${props.name}`)}
      endAdornment={
        <IconButton
          edge="end"
          size="small"
          aria-label={label}
          aria-pressed={shown}
          title={label}
          onClick={() => setShown(!shown)}
        >
          {shown ? <VisibilityOffOutlined fontSize="small" /> : <VisibilityOutlined fontSize="small" />}
        </IconButton>
      }
    />
  );
};
