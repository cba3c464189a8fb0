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
import { lastAt, valueAt } from '../clock/interpolate.ts';
import { signed } from '../clock/signed.ts';
import { accelerationSeries, type Curves, nearestIndex, rowsAround, speedAgeS } from './series.ts';

const rowsShown = 21;
const noValue = '—';
const figures = { fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' } as const;

/** Samples around the present time as a table. A click on a row moves the clock. */
export const SampleTable = ({ curves, times }: { curves: Curves; times: readonly number[] }) => {
  const translate = useTranslate();
  const locale = useLanguage();
  const clock = useClock();
  const origin = useClockOrigin();
  const current = useClockState(state => nearestIndex(times, state.time));
  const [from, to] = rowsAround(times.length, current, rowsShown);
  const rows = times.slice(from, to).map((time, offset) => ({ time, index: from + offset }));
  const text = (value: number | undefined) => (value === undefined ? noValue : signed(value, 2, locale));
  const speed = (time: number) => {
    const last = lastAt(curves.SpeedTime, curves.Speed, time, speedAgeS);
    return last === undefined ? noValue : Math.round(last.value).toLocaleString(locale);
  };
  const box = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: moves with the row, not with what it reads
  useEffect(() => {
    const row = box.current?.querySelector<HTMLElement>('[aria-current]');
    if (row && box.current) box.current.scrollTop = row.offsetTop - (box.current.clientHeight - row.offsetHeight) / 2;
  }, [current]);
  return (
    <>
      <Typography variant="caption" color="text.secondary" sx={{ px: 1 }}>
        {translate('accident.curves.rows', { from: from + 1, to, total: times.length.toLocaleString(locale) })}
      </Typography>
      <TableContainer
        ref={box}
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
                <TableCell align="right" sx={figures}>
                  {signed(time, 3, locale)}
                </TableCell>
                <TableCell align="right" sx={figures}>
                  {speed(time)}
                </TableCell>
                {accelerationSeries.map(key => (
                  <TableCell key={key} align="right" sx={figures}>
                    {text(valueAt(curves.Time, curves[key], time))}
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
