import VisibilityOffOutlined from '@mui/icons-material/VisibilityOffOutlined';
import VisibilityOutlined from '@mui/icons-material/VisibilityOutlined';
import IconButton from '@mui/material/IconButton';
import { useState } from 'react';
import { useTranslate } from 'react-admin';

export const usePasswordEye = () => {
  const translate = useTranslate();
  const [isShown, setIsShown] = useState(false);
  const label = translate(isShown ? 'auth.hidePassword' : 'auth.showPassword');
  const endAdornment = (
    <IconButton
      edge="end"
      size="small"
      aria-label={label}
      aria-pressed={isShown}
      title={label}
      onClick={() => setIsShown(!isShown)}
    >
      {isShown ? <VisibilityOffOutlined fontSize="small" /> : <VisibilityOutlined fontSize="small" />}
    </IconButton>
  );
  return { type: isShown ? 'text' : 'password', endAdornment };
};
