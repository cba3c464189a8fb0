import DarkModeOutlined from '@mui/icons-material/DarkModeOutlined';
import LightModeOutlined from '@mui/icons-material/LightModeOutlined';
import IconButton from '@mui/material/IconButton';
import { useTranslate } from 'react-admin';
import { saveMode, useMode } from '../settings/mode.ts';

export const ThemeSwitch = () => {
  const translate = useTranslate();
  const dark = useMode() === 'dark';
  const label = translate(dark ? 'shell.theme.toLight' : 'shell.theme.toDark');
  return (
    <IconButton onClick={() => saveMode(dark ? 'light' : 'dark')} aria-label={label} title={label}>
      {dark ? <LightModeOutlined fontSize="small" /> : <DarkModeOutlined fontSize="small" />}
    </IconButton>
  );
};
