import VisibilityOffOutlined from '@mui/icons-material/VisibilityOffOutlined';
import VisibilityOutlined from '@mui/icons-material/VisibilityOutlined';
import IconButton from '@mui/material/IconButton';
import { useTranslate } from 'ra-core';
import { type ComponentProps, useState } from 'react';
import { TextField } from './TextField.tsx';

type Props = Omit<ComponentProps<typeof TextField>, 'type' | 'autoComplete'> & {
  readonly autoComplete?: 'current-password' | 'new-password';
};

/** A password that can be looked at. */
export const PasswordField = ({ autoComplete = 'current-password', ...props }: Props) => {
  const translate = useTranslate();
  const [shown, setShown] = useState(false);
  const label = translate(shown ? 'auth.hidePassword' : 'auth.showPassword');
  return (
    <TextField
      {...props}
      type={shown ? 'text' : 'password'}
      autoComplete={autoComplete}
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
