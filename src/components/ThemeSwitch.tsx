import DarkModeOutlined from '@mui/icons-material/DarkModeOutlined';
import LightModeOutlined from '@mui/icons-material/LightModeOutlined';
import IconButton from '@mui/material/IconButton';
import { useTranslate } from 'react-admin';
import { saveMode, useMode } from '../settings/mode.ts';

export const ThemeSwitch = () => {
  const translate = useTranslate();
  const isDark = useMode() === 'dark';
  const label = translate(isDark ? 'shell.theme.toLight' : 'shell.theme.toDark');
  return (
    <IconButton onClick={() => saveMode(isDark ? 'light' : 'dark')} aria-label={label} title={label}>
      {isDark ? <LightModeOutlined fontSize="small" /> : <DarkModeOutlined fontSize="small" />}
    </IconButton>
  );
};
