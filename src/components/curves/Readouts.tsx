import { Box, Typography } from '@mui/material';
import { useLocaleState, useTranslate } from 'ra-core';
import type { CrashCurves } from '../../contract/shapes/telemetry.ts';
import { useClockState } from '../clock/ClockContext.tsx';
import { valueAt } from '../clock/interpolate.ts';
import { signed } from '../clock/signed.ts';
import { curveBorders, useCurveColours } from './colours.ts';
import { accelerationSeries } from './series.ts';

const none = '—';
// A device that sends a fix a second and loses a few is still known to move; after this it is not.
const speedGapS = 10;

interface FigureProps {
  readonly label: string;
  readonly unit: string;
  readonly text: string;
  readonly colour?: string;
  readonly border?: 'solid' | 'dashed' | 'dotted';
}

const Figure = ({ label, unit, text, colour, border }: FigureProps) => (
  <Box
    sx={{
      minWidth: 0,
      flex: '1 1 0',
      px: 1,
      borderLeft: 3,
      borderColor: colour ?? 'divider',
      borderLeftStyle: border ?? 'solid',
    }}
  >
    <Typography variant="caption" component="dt" color="text.secondary" noWrap title={label}>
      {label}
    </Typography>
    <Typography
      component="dd"
      variant="body1"
      noWrap
      sx={{ m: 0, fontVariantNumeric: 'tabular-nums', fontWeight: 'fontWeightMedium', lineHeight: 1.3 }}
    >
      {text}{' '}
      <Typography component="span" variant="caption" color="text.secondary">
        {unit}
      </Typography>
    </Typography>
  </Box>
);

/** Values at the clock's moment. Their number and width do not change with the values. */
export const Readouts = ({ curves }: { curves: CrashCurves }) => {
  const translate = useTranslate();
  const [locale] = useLocaleState();
  const colours = useCurveColours();
  const time = useClockState(state => state.time);
  const speed = valueAt(curves.SpeedTime, curves.Speed, time, speedGapS);
  const g = translate('accident.units.g');
  return (
    <Box
      component="dl"
      aria-label={translate('accident.curves.readouts')}
      sx={{ m: 0, display: 'grid', gridTemplateColumns: { xs: 'repeat(3, 1fr)', sm: 'repeat(6, 1fr)' }, rowGap: 0.5 }}
    >
      <Figure
        label={translate('accident.curves.moment')}
        unit={translate('accident.units.s')}
        text={signed(time, 3, locale)}
      />
      <Figure
        label={translate('accident.curves.Speed')}
        unit={translate('accident.units.kmh')}
        text={speed === undefined ? none : Math.round(speed).toLocaleString(locale)}
        colour={colours.Speed}
      />
      {accelerationSeries.map(key => {
        const value = valueAt(curves.Time, curves[key], time);
        return (
          <Figure
            key={key}
            label={translate(`accident.curves.${key}`)}
            unit={g}
            text={value === undefined ? none : signed(value, 2, locale)}
            colour={colours[key]}
            border={curveBorders[key]}
          />
        );
      })}
    </Box>
  );
};
