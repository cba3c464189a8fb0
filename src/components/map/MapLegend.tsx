import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { markShapes } from './marks.ts';
import type { TrackScene } from './scene.ts';
import { speedBandsKmh } from './speedBands.ts';
import { useMapColours } from './useMapColours.ts';

/** Legend for the colours of the track and the marks on it. */
export const MapLegend = ({ severity, track, impact, bySpeed = false }: TrackScene) => {
  const translate = useTranslate();
  const { palette } = useTheme();
  const colours = useMapColours(severity);
  const line = 'M-11,0 L11,0';
  const marks = [
    ...(track.times.length > 1 ? [{ key: 'car', shape: markShapes.car, fill: colours.car }] : []),
    ...(impact ? [{ key: 'impact', shape: markShapes.impact, fill: colours.impact }] : []),
  ].map(mark => ({ ...mark, text: translate(`accident.map.${mark.key}`) }));
  const bands = palette.speeds.map((fill, band) => {
    const upTo = speedBandsKmh[band];
    const text =
      upTo === undefined
        ? translate('accident.map.speedOver', { kmh: speedBandsKmh.at(-1) })
        : translate('accident.map.speedUpTo', { kmh: upTo });
    return { key: `speed${band}`, shape: line, fill, text };
  });
  const halves = (['before', 'after'] as const).map(key => ({
    key,
    shape: line,
    fill: colours[key],
    text: translate(`accident.map.${key}`),
  }));
  const lines = track.times.length > 1 ? (bySpeed ? bands : halves) : [];
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
        bgcolor: 'background.paper',
        listStyle: 'none',
      }}
    >
      {[...marks, ...lines].map(({ key, shape, fill, text }) => (
        <Box key={key} component="li" sx={{ display: 'flex', alignItems: 'center', gap: 0.5 }}>
          <Box component="svg" viewBox="-13 -13 26 26" aria-hidden sx={{ width: 14, height: 14 }}>
            <path d={shape} fill={fill} stroke={fill} strokeWidth={shape === line ? 6 : 1} />
          </Box>
          <Typography variant="caption">{text}</Typography>
        </Box>
      ))}
    </Box>
  );
};
