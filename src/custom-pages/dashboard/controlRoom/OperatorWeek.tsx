import ChevronLeft from '@mui/icons-material/ChevronLeft';
import ChevronRight from '@mui/icons-material/ChevronRight';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Skeleton from '@mui/material/Skeleton';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../api/client.ts';
import { serverNow } from '../../../api/clock.ts';
import { QueryContent } from '../../../components/QueryContent.tsx';
import type { OperatorWeekFigures, OperatorWeek as Week } from '../../../contract/calls/controlRoom.ts';
import { formatDay, formatNumber } from '../../../fields/format.ts';
import { useI18n } from '../../../fields/useI18n.ts';
import { dayMs } from '../../../schema/kinds/time.ts';
import { wallClock } from '../../../schema/kinds/zone.ts';
import { kindColumn, numberColumn } from '../../../screens/export/columns.ts';
import { TableExport } from '../../../screens/export/TableExport.tsx';
import { ExplainedTitle, FigureLink } from './FigureLink.tsx';

const columns = [
  'Taken',
  'Closed',
  'Confirmed',
  'NotConfirmed',
  'Mini',
  'Calls',
  'MissedCalls',
  'HandlingMin',
] as const;

type Row = OperatorWeekFigures & { readonly Id: number | null; readonly name: string };

const numberOf = (row: Row, column: (typeof columns)[number]): number | null => {
  const value = row[column];
  return typeof value === 'object' && value !== null ? value.Count : value;
};

const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);

const useWeekTexts = () => {
  const { translate, locale } = useI18n();
  return {
    t: (key: string, values = {}) => translate(`room.week.${key}`, values),
    translate,
    locale,
    formatWeek: ({ From, To }: Week) => `${formatDay(From, locale)} – ${formatDay(To, locale)}`,
  };
};

interface WeekSwitchProps {
  readonly week: Week | undefined;
  /** Today in the company's time zone. A later week cannot be chosen. */
  readonly today: string;
  /** Called with the first day of the chosen week. */
  readonly onChange: (from: string) => void;
}

const WeekSwitch = ({ week, today, onChange }: WeekSwitchProps) => {
  const { t, formatWeek } = useWeekTexts();
  const renderStep = (label: string, days: number, Icon: typeof ChevronLeft, disabled: boolean) => (
    <IconButton
      size="small"
      aria-label={t(label)}
      title={t(label)}
      disabled={disabled}
      onClick={() => week && onChange(addDays(week.From, days))}
    >
      <Icon fontSize="small" />
    </IconButton>
  );
  return (
    <Box sx={{ display: 'flex', alignItems: 'center' }}>
      {renderStep('before', -7, ChevronLeft, !week)}
      <Typography component="span" role="status" sx={{ fontVariantNumeric: 'tabular-nums' }}>
        {week ? formatWeek(week) : <Skeleton width="22ch" />}
      </Typography>
      {renderStep('after', 7, ChevronRight, !week || week.To >= today)}
    </Box>
  );
};

const WeekTable = ({ rows }: { rows: readonly Row[] }) => {
  const { t, translate, locale } = useWeekTexts();
  const renderValue = (row: Row, column: (typeof columns)[number]) => {
    const value = row[column];
    if (value === null) return <span title={t('noHandling')}>—</span>;
    if (typeof value !== 'object') return formatNumber(value, column === 'HandlingMin' ? 1 : 0, locale);
    return (
      <FigureLink figure={value} label={`${row.name}, ${t(`columns.${column}`)}`} about={t(`explained.${column}`)} />
    );
  };
  return (
    <Box sx={{ overflow: 'auto' }} tabIndex={0} role="region" aria-label={t('title')}>
      <Table
        size="small"
        aria-label={t('title')}
        sx={{ '& .MuiTableCell-root': { px: { xs: 0.75, sm: 1.5 }, verticalAlign: 'baseline' } }}
      >
        <TableHead>
          <TableRow>
            <TableCell>{translate('room.people.name')}</TableCell>
            {columns.map(column => (
              <TableCell key={column} align="right" title={t(`explained.${column}`)}>
                {t(`columns.${column}`)}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map(row => (
            <TableRow key={row.Id} sx={row.Id === null ? { '& > *': { fontWeight: 600 } } : undefined}>
              <TableCell component="th" scope="row">
                {row.name}
              </TableCell>
              {columns.map(column => (
                <TableCell key={column} align="right">
                  {renderValue(row, column)}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Box>
  );
};

/**
 * What each operator did in a week. `zone`: time zone of the company, in which the weeks begin. Live events of accidents
 * invalidate the query together with the control room.
 */
export const OperatorWeek = ({ zone }: { zone: string }) => {
  const { t, translate, formatWeek } = useWeekTexts();
  const [from, setFrom] = useState<string>();
  const query = useQuery({
    queryKey: ['control-room', 'operators', from],
    queryFn: ({ signal }) => api('GET /api/v3/control-room/operators')({ query: { ...(from && { from }) }, signal }),
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  });
  const toRows = ({ Operators, Total }: Week): Row[] => [
    ...Operators.map(row => ({ ...row, name: row.Name ?? translate('room.people.gone') })),
    { ...Total, Id: null, name: t('total') },
  ];
  const today = wallClock(new Date(serverNow()), zone).slice(0, 10);
  return (
    <>
      <Box sx={{ display: 'flex', alignItems: 'start', justifyContent: 'space-between', gap: 1 }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, mb: 1, '& h3': { mb: 0 } }}>
          <ExplainedTitle title={t('title')} about={t('about')} />
          <WeekSwitch week={query.data} today={today} onChange={setFrom} />
        </Box>
        {query.data && (
          <TableExport
            table={{
              name: 'operators-week',
              title: t('title'),
              about: formatWeek(query.data),
              columns: [
                kindColumn<Row>(translate('room.people.name'), 'text', ({ name }) => name),
                ...columns.map(column =>
                  numberColumn<Row>(t(`columns.${column}`), column === 'HandlingMin' ? 1 : 0, row =>
                    numberOf(row, column),
                  ),
                ),
              ],
              readRows: () => toRows(query.data),
            }}
          />
        )}
      </Box>
      <QueryContent query={query} skeleton={<Skeleton variant="rounded" height={160} />} failureText="room.failed">
        {week =>
          week.Operators.length === 0 ? (
            <Typography color="textSecondary">{t('none')}</Typography>
          ) : (
            <WeekTable rows={toRows(week)} />
          )
        }
      </QueryContent>
    </>
  );
};
