import { Alert, AlertTitle, Box } from '@mui/material';
import { useTranslate } from 'ra-core';
import { useValueWords } from '../useValueWords.ts';
import type { Stale } from './useProcessing.ts';

/** Somebody saved meanwhile: what changed, from what to what. */
export const StaleAlert = ({ stale }: { stale: Stale }) => {
  const translate = useTranslate();
  const words = useValueWords();
  return (
    <Alert severity="warning" variant="outlined">
      <AlertTitle>{translate('accident.form.staleTitle')}</AlertTitle>
      {translate('accident.form.staleHelp')}
      <Box component="ul" sx={{ pl: 2, my: 0.5 }}>
        {stale.fields.map(field => (
          <li key={field}>
            {translate('accident.form.staleField', {
              field: translate(`accident.fields.${field}`),
              before: words(field, stale.before[field]),
              now: words(field, stale.now[field]),
            })}
          </li>
        ))}
      </Box>
    </Alert>
  );
};
