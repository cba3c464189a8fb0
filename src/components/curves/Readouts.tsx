import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Typography from '@mui/material/Typography';
import { useCallback, useMemo, useRef } from 'react';
import { useTranslate } from 'react-admin';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { useClockOrigin, useClockTick } from '../clock/ClockContext.tsx';
import type { ClockState } from '../clock/clock.ts';
import { lastValueAt, valueAt } from '../clock/interpolate.ts';
import { formatSigned } from '../clock/signed.ts';
import { curveDashes, useCurveColours } from './plotOptions.ts';
import { type AccelerationSeries, accelerationSeries, type Curves, maxSpeedAgeS } from './series.ts';

const noValue = '—';

interface ReadoutProps {
  readonly label: string;
  readonly unit: string;
  readonly textAt: (time: number) => string;
  /** Style of the curve's line in the legend. Absent if the value has no curve. */
  readonly lineStyle?: { readonly colour: string; readonly dash: readonly number[] };
  readonly isShown?: boolean;
  readonly onToggle?: () => void;
}

/**
 * Shows a value at the clock's time. The text is changed without React, because at each step of the clock six
 * components would render. That takes much of a frame.
 */
const CurrentValue = ({ textAt }: Pick<ReadoutProps, 'textAt'>) => {
  const element = useRef<HTMLSpanElement>(null);
  const onTick = useCallback(
    ({ time }: ClockState) => {
      const text = textAt(time);
      if (element.current && element.current.textContent !== text) element.current.textContent = text;
    },
    [textAt],
  );
  useClockTick(onTick);
  return <span ref={element} />;
};

const Readout = ({ label, unit, textAt, lineStyle, isShown = true, onToggle }: ReadoutProps) => {
  const content = (
    <>
      <Typography
        variant="caption"
        component="span"
        color="text.secondary"
        noWrap
        title={label}
        sx={{ display: 'flex', alignItems: 'center', gap: 0.5, textDecoration: isShown ? 'none' : 'line-through' }}
      >
        <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>
          {label}
        </Box>
      </Typography>
      <Typography
        component="span"
        noWrap
        sx={{
          fontVariantNumeric: 'tabular-nums',
          fontWeight: 'fontWeightMedium',
          lineHeight: 1.3,
          // The element's size is fixed. A step of the clock then causes a layout of this text only, not of the page.
          display: 'block',
          height: '1.3em',
          contain: 'strict',
        }}
      >
        {lineStyle && (
          <Box
            component="svg"
            viewBox="0 0 14 4"
            aria-hidden
            sx={{ width: 14, height: 4, mr: 0.5, verticalAlign: 'middle' }}
          >
            <line
              x1={0}
              y1={2}
              x2={14}
              y2={2}
              stroke={lineStyle.colour}
              strokeWidth={3}
              strokeDasharray={lineStyle.dash.join(' ')}
            />
          </Box>
        )}
        <CurrentValue textAt={textAt} />{' '}
        <Typography component="span" variant="caption" color="text.secondary">
          {unit}
        </Typography>
      </Typography>
    </>
  );
  const sx = { display: 'grid', justifyContent: 'stretch', textAlign: 'start', minWidth: 0, px: 0.5, borderRadius: 1 };
  if (!onToggle) return <Box sx={sx}>{content}</Box>;
  return (
    <ButtonBase
      aria-pressed={isShown}
      onClick={onToggle}
      sx={{ ...sx, '&:hover': { bgcolor: 'action.hover' }, '@media (pointer: coarse)': { minHeight: 44 } }}
    >
      {content}
    </ButtonBase>
  );
};

interface Props {
  readonly curves: Curves;
  readonly hiddenSeries: readonly AccelerationSeries[];
  /** Shows or hides one curve. Absent if no curves are drawn. */
  readonly onToggle?: ((key: AccelerationSeries) => void) | undefined;
}

/**
 * Values at the clock's time, and the legend of the curves. The layout does not change with the values. What was not
 * recorded at all is left out: the plots say so.
 */
export const Readouts = ({ curves, hiddenSeries, onToggle }: Props) => {
  const translate = useTranslate();
  const locale = useLanguage();
  const colours = useCurveColours();
  const origin = useClockOrigin();
  // The formatter is memoized, because `toLocaleString` would create one for each number.
  const wholeNumber = useMemo(() => new Intl.NumberFormat(locale, { maximumFractionDigits: 0 }), [locale]);
  const speedAt = (time: number) => {
    const speed = lastValueAt(curves.SpeedTime, curves.Speed, time, maxSpeedAgeS);
    return speed === undefined ? noValue : wholeNumber.format(speed.value);
  };
  const g = translate('accident.units.g');
  const recordedSeries = curves.Time.length > 0 ? accelerationSeries : [];
  return (
    <Box
      role="group"
      aria-label={translate('accident.curves.readouts')}
      sx={{
        display: 'grid',
        // The grid has as many columns as fit, so that no name and no figure is cut.
        gridTemplateColumns: 'repeat(auto-fit, minmax(104px, 1fr))',
        rowGap: 0.5,
      }}
    >
      <Readout
        label={translate(`accident.curves.moment.${origin}`)}
        unit={translate('accident.units.s')}
        textAt={time => formatSigned(time, 3, locale)}
      />
      {curves.SpeedTime.length > 0 && (
        <Readout
          label={translate('accident.curves.Speed')}
          unit={translate('accident.units.kmh')}
          textAt={speedAt}
          lineStyle={{ colour: colours.Speed, dash: curveDashes.Speed }}
        />
      )}
      {recordedSeries.map(key => {
        const textAt = (time: number) => {
          const value = valueAt(curves.Time, curves[key], time);
          return value === undefined ? noValue : formatSigned(value, 2, locale);
        };
        return (
          <Readout
            key={key}
            label={translate(`accident.curves.${key}`)}
            unit={g}
            textAt={textAt}
            lineStyle={{ colour: colours[key], dash: curveDashes[key] }}
            isShown={!hiddenSeries.includes(key)}
            onToggle={onToggle && (() => onToggle(key))}
          />
        );
      })}
    </Box>
  );
};
