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
import { useFormat } from '../useFormat.ts';
import { type Trip, tripEnd } from './queries.ts';

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
    const value = {
      accelerometer: row.Accelerometer,
      longitudinal: row.Longitudinal,
      lateral: row.Lateral,
      vertical: row.Vertical,
    }[column];
    return number(value, 3);
  };
};

/** Returns the rows of the raw log around the visible rows. The log is fetched page by page, each page once. */
const useLogPages = (trip: Trip, pages: readonly number[]) => {
  const span = { objectId: trip.ObjectId, from: trip.DateTime, to: tripEnd(trip) };
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
  /** Undefined: the row is not loaded yet. */
  readonly row: LogRow | undefined;
  readonly index: number;
  /** Distance from the top of the table, px. */
  readonly topPx: number;
}

const LogTableRow = ({ row, index, topPx }: LogTableRowProps) => {
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
          {row ? cellText(row, column) : '…'}
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
  return (
    <Paper component="section" aria-label={title} sx={{ minWidth: 0, overflow: 'hidden' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', gap: 1.5, p: 2, pb: 1 }}>
        <Typography variant="h2">{title}</Typography>
        <Typography variant="body2" color="textSecondary" aria-live="polite">
          {total === 0 ? translate('scoring.trip.samplesEmpty') : total !== undefined && number(total)}
        </Typography>
      </Box>
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
        role="region"
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
              <LogTableRow key={index} row={rowAt(index)} index={index} topPx={start} />
            ))}
          </Box>
        </Box>
      </Box>
    </Paper>
  );
};
