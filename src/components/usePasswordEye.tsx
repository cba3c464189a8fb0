import VisibilityOffOutlined from '@mui/icons-material/VisibilityOffOutlined';
import VisibilityOutlined from '@mui/icons-material/VisibilityOutlined';
import IconButton from '@mui/material/IconButton';
import { useState } from 'react';
import { useTranslate } from 'react-admin';

/** Props that add a "show password" button to an input. */
export const usePasswordEye = () => {
  const translate = useTranslate();
  const [shown, setShown] = useState(false);
  const label = translate(shown ? 'auth.hidePassword' : 'auth.showPassword');
  const endAdornment = (
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
  );
  return { type: shown ? 'text' : 'password', endAdornment };
};
