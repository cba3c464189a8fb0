import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import type { CrashFacts } from '../../../contract/shapes/accident.ts';
import { deviceLines } from '../../../resources/accidents/impact.ts';
import { useLanguage } from '../useLanguage.ts';
import { FactLines } from './FactLines.tsx';

/** Quality of the measurement: rate, range, clipping, filter, axes. */
export const DeviceFacts = ({ facts, source }: { facts: CrashFacts; source: string }) => {
  const translate = useTranslate();
  const locale = useLanguage();
  return (
    <Box>
      <Typography variant="h4" component="h2" sx={{ mb: 0.5 }}>
        {translate('accident.device.title')}
      </Typography>
      <FactLines lines={deviceLines(facts, source, translate, locale)} />
    </Box>
  );
};
