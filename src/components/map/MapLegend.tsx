import { Box, Typography } from '@mui/material';
import { useTranslate } from 'ra-core';
import type { Severity } from '../../contract/shapes/accident.ts';
import { markShapes } from './marks.ts';
import { useMapColours } from './useMapColours.ts';

export const MapLegend = ({ severity, track }: { severity: Severity | null; track: boolean }) => {
  const translate = useTranslate();
  const colours = useMapColours(severity);
  const entries = [
    ...(track
      ? [
          { key: 'before', shape: 'M-11,0 L11,0', fill: colours.before },
          { key: 'after', shape: 'M-11,0 L11,0', fill: colours.after },
          { key: 'car', shape: markShapes.car, fill: colours.car },
        ]
      : []),
    { key: 'impact', shape: markShapes.impact, fill: colours.impact },
  ];
  return (
    <Box
      component="ul"
      aria-label={translate('accident.map.legend')}
      sx={{
        m: 0,
        px: 1,
        py: 0.25,
        display: 'flex',
        flexWrap: 'wrap',
        columnGap: 1.5,
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      {entries.map(({ key, shape, fill }) => (
        <Box key={key} component="li" sx={{ display: 'flex', alignItems: 'center', gap: 0.5 }}>
          <Box component="svg" viewBox="-13 -13 26 26" aria-hidden sx={{ width: 14, height: 14 }}>
            <path d={shape} fill={fill} stroke={fill} strokeWidth={key === 'before' || key === 'after' ? 6 : 1} />
          </Box>
          <Typography variant="caption">{translate(`accident.map.${key}`)}</Typography>
        </Box>
      ))}
    </Box>
  );
};
