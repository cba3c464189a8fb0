import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import { markShapes } from '../../../components/map/marks.ts';
import type { SceneMark } from '../../../components/map/scene.ts';
import { speedBandsKmh } from '../../../components/map/speedBands.ts';
import { useFormat } from '../useFormat.ts';

/** Legend for the colours of the track and the shapes on it. */
export const SpeedLegend = ({ marks }: { marks: readonly SceneMark[] }) => {
  const { palette } = useTheme();
  const { translate } = useFormat();
  const bands = [
    ...speedBandsKmh.map(kmh => translate('scoring.trip.upTo', { kmh })),
    translate('scoring.trip.over', { kmh: speedBandsKmh.at(-1) }),
  ];
  const kinds = [...new Set(marks.map(({ kind }) => kind))];
  return (
    <Box
      component="ul"
      aria-label={translate('scoring.trip.legend')}
      sx={{
        ...{ m: 0, px: 1, py: 0.5, display: 'flex', flexWrap: 'wrap', columnGap: 1.5, typography: 'caption' },
        ...{ borderTop: 1, borderColor: 'divider', listStyle: 'none' },
      }}
    >
      <Box component="li" sx={{ color: 'text.secondary' }}>
        {translate('scoring.trip.legend')}
      </Box>
      {bands.map((text, band) => (
        <Box key={text} component="li" sx={{ display: 'flex', alignItems: 'center', gap: 0.5 }}>
          <Box aria-hidden sx={{ width: 16, height: 5, borderRadius: 1, bgcolor: palette.speeds[band] }} />
          {text}
        </Box>
      ))}
      {kinds.map(kind => (
        <Box key={kind} component="li" sx={{ display: 'flex', alignItems: 'center', gap: 0.5 }}>
          <Box component="svg" viewBox="-13 -13 26 26" aria-hidden sx={{ width: 14, height: 14 }}>
            <path d={markShapes[kind]} fill={palette.warning.main} />
          </Box>
          {translate(`scoring.parts.${kind}`)}
        </Box>
      ))}
    </Box>
  );
};
