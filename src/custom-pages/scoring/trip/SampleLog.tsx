import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQueries } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef, useState } from 'react';
import { api } from '../../../api/client.ts';
import { FailureAlert } from '../../../components/FailureAlert.tsx';
import type { LogRow } from '../../../contract/shapes/rawLog.ts';
import { refusalText } from '../../../feedback/refusal.ts';
import { formatPosition } from '../../../fields/format.ts';
import { type ExportedTable, kindColumn, numberColumn } from '../../../screens/export/columns.ts';
import { TableExport } from '../../../screens/export/TableExport.tsx';
import { useFormat } from '../useFormat.ts';
import { type Trip, tripEnd, useCurves } from './queries.ts';

const rowsPerPage = 500;
const rowHeightPx = 32;
const boxHeightPx = 420;
const columns = [
  'speed',
  'datetime',
  'position',
  'ignition',
  'accelerometer',
  'longitudinal',
  'lateral',
  'vertical',
] as const;
type Column = (typeof columns)[number];
/** Columns of the sensor, and their values in a row of the log. */
const accelerations = {
  accelerometer: 'Accelerometer',
  longitudinal: 'Longitudinal',
  lateral: 'Lateral',
  vertical: 'Vertical',
} as const;
const accelerationColumns = ['accelerometer', 'longitudinal', 'lateral', 'vertical'] as const;
const columnWidths = '108px 208px minmax(232px, 1fr) 76px repeat(4, 108px)';

const useCellText = () => {
  const { locale, translate, number, exact } = useFormat();
  return (row: LogRow, column: Column): string => {
    if (column === 'speed') return number(row.Speed, 1);
    if (column === 'datetime') return exact(row.DateTime);
    if (column === 'position')
      return row.Latitude === null || row.Longitude === null
        ? '—'
        : formatPosition(row.Latitude, row.Longitude, locale);
    if (column === 'ignition')
      return row.Ignition === null ? '—' : translate(`scoring.trip.${row.Ignition ? 'on' : 'off'}`);
    return number(row[accelerations[column]], 3);
  };
};

/** Returns the columns without a value in any row of the trip, once its curves are known. */
const useUnmeasured = (trip: Trip): readonly Column[] => {
  const { data } = useCurves(trip);
  if (!data) return [];
  const isMeasured = {
    accelerometer: data.Samples > 0,
    longitudinal: data.Longitudinal.some(value => value !== null),
    lateral: data.Lateral.some(value => value !== null),
    vertical: data.Vertical.some(value => value !== null),
  };
  return accelerationColumns.filter(column => !isMeasured[column]);
};

/** Maximum number of rows per request of an export, which reads the whole log. */
const exportRowsPerPage = 100_000;

const useExportedLog = (trip: Trip): ExportedTable<LogRow> => {
  const { translate, exact, moment } = useFormat();
  const t = (column: Column) => translate(`scoring.trip.columns.${column}`);
  return {
    name: `trip-${trip.Id}-samples`,
    title: translate('scoring.trip.samples'),
    about: translate('scoring.trip.title', { at: moment(trip.DateTime) }),
    columns: [
      numberColumn(t('speed'), 1, ({ Speed }) => Speed),
      // A text, because the times of spreadsheets have no milliseconds.
      kindColumn(t('datetime'), 'text', ({ DateTime }) => exact(DateTime)),
      kindColumn(t('position'), 'text', ({ Latitude, Longitude }) =>
        Latitude === null || Longitude === null ? null : `${Latitude}, ${Longitude}`,
      ),
      kindColumn(t('ignition'), 'text', ({ Ignition }) =>
        Ignition === null ? null : translate(`scoring.trip.${Ignition ? 'on' : 'off'}`),
      ),
      ...accelerationColumns.map(column => numberColumn<LogRow>(t(column), 3, row => row[accelerations[column]])),
    ],
    readRows: async signal => {
      const rows: LogRow[] = [];
      for (let page = 1; ; page++) {
        const query = { ...logSpan(trip), page, pageSize: exportRowsPerPage };
        const { Items, Total } = await api('GET /api/v2/ExoStory')({ query, signal });
        rows.push(...Items);
        if (Items.length === 0 || rows.length >= Total) return rows;
      }
    },
  };
};

const logSpan = (trip: Trip) => ({ objectId: trip.ObjectId, from: trip.DateTime, to: tripEnd(trip) });

/** Returns the rows of the raw log around the visible rows. The log is fetched page by page, each page once. */
const useLogPages = (trip: Trip, pages: readonly number[]) => {
  const span = logSpan(trip);
  const pageQueries = useQueries({
    queries: pages.map(page => ({
      queryKey: ['scoring', 'log', span, page],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        api('GET /api/v2/ExoStory')({ query: { ...span, page, pageSize: rowsPerPage }, signal }),
    })),
  });
  const rowsByPage = new Map(pages.map((page, position) => [page, pageQueries[position]?.data?.Items]));
  return {
    total: pageQueries.find(({ data }) => data)?.data?.Total,
    failed: pageQueries.find(({ isError }) => isError),
    rowAt: (index: number): LogRow | undefined =>
      rowsByPage.get(Math.floor(index / rowsPerPage) + 1)?.[index % rowsPerPage],
  };
};

const rowStyle = {
  display: 'grid',
  gridTemplateColumns: columnWidths,
  columnGap: 1,
  px: 2,
  alignItems: 'center',
} as const;

const HeaderRow = () => {
  const { translate } = useFormat();
  return (
    <Box
      role="row"
      aria-rowindex={1}
      sx={{
        ...rowStyle,
        ...{ position: 'sticky', top: 0, zIndex: 1, height: 40, bgcolor: 'background.paper' },
        ...{ borderBottom: 1, borderColor: 'divider', typography: 'caption', color: 'text.secondary' },
      }}
    >
      {columns.map(column => (
        <Box key={column} role="columnheader">
          {translate(`scoring.trip.columns.${column}`)}
        </Box>
      ))}
    </Box>
  );
};

interface LogTableRowProps {
  readonly row: LogRow | undefined;
  readonly index: number;
  /** Columns that are empty in every row. Their cells have no dash. */
  readonly unmeasured: readonly Column[];
  readonly topPx: number;
}

const LogTableRow = ({ row, index, unmeasured, topPx }: LogTableRowProps) => {
  const cellText = useCellText();
  return (
    <Box
      role="row"
      aria-rowindex={index + 2}
      sx={{
        ...rowStyle,
        ...{ position: 'absolute', left: 0, right: 0, height: rowHeightPx, fontVariantNumeric: 'tabular-nums' },
      }}
      style={{ transform: `translateY(${topPx}px)` }}
    >
      {columns.map(column => (
        <Box key={column} role="cell" sx={{ whiteSpace: 'nowrap', overflow: 'hidden', textOverflow: 'ellipsis' }}>
          {!unmeasured.includes(column) && (row ? cellText(row, column) : '…')}
        </Box>
      ))}
    </Box>
  );
};

/** The device's raw log of the trip, with the columns of the specification. Only visible rows are fetched and drawn. */
export const SampleLog = ({ trip }: { trip: Trip }) => {
  const { translate, number } = useFormat();
  const scrollBox = useRef<HTMLDivElement>(null);
  const [total, setTotal] = useState<number>();
  const virtualizer = useVirtualizer({
    count: total ?? 0,
    getScrollElement: () => scrollBox.current,
    estimateSize: () => rowHeightPx,
    overscan: 12,
  });
  const virtualRows = virtualizer.getVirtualItems();
  const visiblePages = new Set(virtualRows.map(({ index }) => Math.floor(index / rowsPerPage) + 1));
  const { total: knownTotal, failed, rowAt } = useLogPages(trip, visiblePages.size > 0 ? [...visiblePages] : [1]);
  if (knownTotal !== undefined && knownTotal !== total) setTotal(knownTotal);
  const title = translate('scoring.trip.samples');
  const unmeasured = useUnmeasured(trip);
  const exportedLog = useExportedLog(trip);
  return (
    <Paper component="section" aria-label={title} sx={{ minWidth: 0, overflow: 'hidden' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5, p: 2, pb: 1 }}>
        <Typography variant="h2">{title}</Typography>
        <Typography variant="body2" color="textSecondary" aria-live="polite" sx={{ mr: 'auto' }}>
          {total === 0 ? translate('scoring.trip.samplesEmpty') : total !== undefined && number(total)}
        </Typography>
        {total ? <TableExport table={exportedLog} /> : null}
      </Box>
      {total && unmeasured.length > 0 ? (
        <Typography variant="body2" color="textSecondary" sx={{ px: 2, pb: 1 }}>
          {translate('scoring.trip.unmeasuredColumns', {
            names: unmeasured
              .map(column => translate(`scoring.trip.columns.${column}`).split(',')[0]?.toLowerCase())
              .join(', '),
          })}
        </Typography>
      ) : null}
      {failed && (
        <Box sx={{ p: 2, pt: 0 }}>
          <FailureAlert
            text={refusalText(failed.error, translate) ?? translate('scoring.failed')}
            onRetry={failed.refetch}
          />
        </Box>
      )}
      {total === undefined && !failed && <Skeleton variant="rectangular" height={boxHeightPx} />}
      <Box
        ref={scrollBox}
        tabIndex={0}
        hidden={!total}
        sx={{ height: boxHeightPx, overflow: 'auto' }}
        role="group"
        aria-label={title}
      >
        <Box
          role="table"
          aria-label={title}
          aria-rowcount={(total ?? 0) + 1}
          sx={{ minWidth: 1064, typography: 'body2' }}
        >
          <HeaderRow />
          <Box role="rowgroup" sx={{ position: 'relative', height: virtualizer.getTotalSize() }}>
            {virtualRows.map(({ index, start }) => (
              <LogTableRow key={index} row={rowAt(index)} unmeasured={unmeasured} index={index} topPx={start} />
            ))}
          </Box>
        </Box>
      </Box>
    </Paper>
  );
};
