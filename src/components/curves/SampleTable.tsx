import Box from '@mui/material/Box';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslate } from 'react-admin';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { useClock, useClockOrigin, useClockState } from '../clock/ClockContext.tsx';
import { lastValueAt, valueAt } from '../clock/interpolate.ts';
import { formatSigned } from '../clock/signed.ts';
import { accelerationSeries, type Curves, maxSpeedAgeS, nearestIndex, rowsAround } from './series.ts';

const shownRowCount = 21;
const noValue = '—';
const figureStyle = { fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' } as const;

/** Returns the speed that is shown at a time, km/h. Undefined if the last fix is too old. */
export const speedAt = ({ SpeedTime, Speed }: Curves, time: number): number | undefined =>
  lastValueAt(SpeedTime, Speed, time, maxSpeedAgeS)?.value;

interface Props {
  readonly curves: Curves;
  readonly times: readonly number[];
  /** Button beside the number of rows, such as the export of all samples. */
  readonly tools?: ReactNode;
}

export const SampleTable = ({ curves, times, tools }: Props) => {
  const translate = useTranslate();
  const locale = useLanguage();
  const clock = useClock();
  const origin = useClockOrigin();
  const current = useClockState(state => nearestIndex(times, state.time));
  const [from, to] = rowsAround(times.length, current, shownRowCount);
  const rows = times.slice(from, to).map((time, offset) => ({ time, index: from + offset }));
  const formatValue = (value: number | undefined) => (value === undefined ? noValue : formatSigned(value, 2, locale));
  const formatSpeed = (time: number) => {
    const speed = speedAt(curves, time);
    return speed === undefined ? noValue : Math.round(speed).toLocaleString(locale);
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
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 1, px: 1 }}>
        <Typography variant="caption" color="text.secondary">
          {translate('accident.curves.rows', { from: from + 1, to, total: times.length.toLocaleString(locale) })}
        </Typography>
        {tools}
      </Box>
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
