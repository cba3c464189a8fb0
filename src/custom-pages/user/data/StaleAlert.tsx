import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import { useTranslate } from 'ra-core';
import type { DataValues } from './values.ts';

export interface Stale {
  readonly before: DataValues;
  readonly now: DataValues;
}

/** The data were saved in another browser meanwhile: what changed, from what to what. */
export const StaleAlert = ({ before, now }: Stale) => {
  const translate = useTranslate();
  const names = (Object.keys(now) as (keyof DataValues)[]).filter(name => before[name] !== now[name]);
  const words = (name: keyof DataValues, value: string) =>
    name === 'Locale' ? translate(`shell.language.${value}`) : value;
  return (
    <Alert severity="warning" variant="outlined">
      <AlertTitle>{translate('user.data.staleTitle')}</AlertTitle>
      {translate('user.data.staleHelp')}
      <Box component="ul" sx={{ pl: 2, my: 0.5 }}>
        {names.map(name => (
          <li key={name}>
            {translate('user.data.staleField', {
              field: translate(`user.data.${name}`),
              before: words(name, before[name]),
              now: words(name, now[name]),
            })}
          </li>
        ))}
      </Box>
    </Alert>
  );
};
