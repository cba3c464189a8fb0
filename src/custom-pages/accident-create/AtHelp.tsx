import Box from '@mui/material/Box';
import { useTranslate } from 'ra-core';
import { type Control, useWatch } from 'react-hook-form';
import { zoneName } from '../../fields/format.ts';
import { useWords } from '../../fields/words.ts';
import { fromWallClock } from '../../settings/zone.ts';
import type { Values } from './schema.ts';

/** What is wrong with the moment, and the zone it is read in. */
export const AtHelp = ({ control, error }: { control: Control<Values>; error?: string }) => {
  const translate = useTranslate();
  const { locale } = useWords();
  const typed = fromWallClock(useWatch({ control, name: 'at' }));
  // Summer time has a name of its own.
  const moment = Number.isNaN(typed.getTime()) ? new Date() : typed;
  return (
    <>
      {error && (
        <Box component="span" sx={{ display: 'block' }}>
          {error}
        </Box>
      )}
      <Box component="span" sx={{ display: 'block', color: 'text.secondary' }}>
        {translate('frame.report.atZone', { zone: zoneName(moment, locale) })}
      </Box>
    </>
  );
};
