import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { useEffect, useRef } from 'react';
import { useTranslate } from 'react-admin';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { useClock, useClockOrigin, useClockState } from '../clock/ClockContext.tsx';
import { lastValueAt, valueAt } from '../clock/interpolate.ts';
import { formatSigned } from '../clock/signed.ts';
import { accelerationSeries, type Curves, maxSpeedAgeS, nearestIndex, rowsAround } from './series.ts';

const shownRowCount = 21;
const noValue = '—';
const figureStyle = { fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' } as const;

/** Samples around the present time as a table. A click on a row moves the clock. */
export const SampleTable = ({ curves, times }: { curves: Curves; times: readonly number[] }) => {
  const translate = useTranslate();
  const locale = useLanguage();
  const clock = useClock();
  const origin = useClockOrigin();
  const current = useClockState(state => nearestIndex(times, state.time));
  const [from, to] = rowsAround(times.length, current, shownRowCount);
  const rows = times.slice(from, to).map((time, offset) => ({ time, index: from + offset }));
  const formatValue = (value: number | undefined) => (value === undefined ? noValue : formatSigned(value, 2, locale));
  const formatSpeed = (time: number) => {
    const lastSpeed = lastValueAt(curves.SpeedTime, curves.Speed, time, maxSpeedAgeS);
    return lastSpeed === undefined ? noValue : Math.round(lastSpeed.value).toLocaleString(locale);
  };
  const container = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls only when the current row changes
  useEffect(() => {
    const row = container.current?.querySelector<HTMLElement>('[aria-current]');
    if (row && container.current)
      container.current.scrollTop = row.offsetTop - (container.current.clientHeight - row.offsetHeight) / 2;
  }, [current]);
  return (
    <>
      <Typography variant="caption" color="text.secondary" sx={{ px: 1 }}>
        {translate('accident.curves.rows', { from: from + 1, to, total: times.length.toLocaleString(locale) })}
      </Typography>
      <TableContainer
        ref={container}
        sx={{ maxHeight: 320 }}
        tabIndex={0}
        role="region"
        aria-label={translate('accident.curves.table')}
      >
        <Table size="small" stickyHeader sx={{ '& .MuiTableCell-root': { px: 1 }, '& th': { whiteSpace: 'normal' } }}>
          <TableHead>
            <TableRow>
              <TableCell align="right">{translate(`accident.curves.time.${origin}`)}</TableCell>
              <TableCell align="right">{translate('accident.curves.speed')}</TableCell>
              {accelerationSeries.map(key => (
                <TableCell key={key} align="right">
                  {translate(`accident.curves.${key}`)}, {translate('accident.units.g')}
                </TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {rows.map(({ time, index }) => (
              <TableRow
                key={index}
                hover
                selected={index === current}
                aria-current={index === current || undefined}
                onClick={() => clock.seek(time)}
                sx={{ cursor: 'pointer' }}
              >
                <TableCell align="right" sx={figureStyle}>
                  {formatSigned(time, 3, locale)}
                </TableCell>
                <TableCell align="right" sx={figureStyle}>
                  {formatSpeed(time)}
                </TableCell>
                {accelerationSeries.map(key => (
                  <TableCell key={key} align="right" sx={figureStyle}>
                    {formatValue(valueAt(curves.Time, curves[key], time))}
                  </TableCell>
                ))}
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </TableContainer>
    </>
  );
};
