import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQueries } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef, useState } from 'react';
import { api } from '../../../api/client.ts';
import { Failed } from '../../../components/Failed.tsx';
import type { LogRow } from '../../../contract/shapes/rawLog.ts';
import { refusalText } from '../../../feedback/refusal.ts';
import { formatPosition } from '../../../fields/format.ts';
import { useFormat } from '../useFormat.ts';
import { endOf, type Trip } from './queries.ts';

const pageRows = 500;
const rowPx = 32;
const boxPx = 420;
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
const template = '108px 208px minmax(232px, 1fr) 76px repeat(4, 108px)';

const useCell = () => {
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

/** Returns the pages of the log that contain the visible rows. Each page is fetched once. */
const usePages = (trip: Trip, pages: readonly number[]) => {
  const span = { objectId: trip.ObjectId, from: trip.DateTime, to: endOf(trip) };
  const found = useQueries({
    queries: pages.map(page => ({
      queryKey: ['scoring', 'log', span, page],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        api('GET /api/v2/ExoStory')({ query: { ...span, page, pageSize: pageRows }, signal }),
    })),
  });
  const rows = new Map(pages.map((page, at) => [page, found[at]?.data?.Items]));
  return {
    total: found.find(({ data }) => data)?.data?.Total,
    failed: found.find(({ isError }) => isError),
    rowAt: (index: number): LogRow | undefined => rows.get(Math.floor(index / pageRows) + 1)?.[index % pageRows],
  };
};

/** The device's raw log of the trip, with the columns of the specification. Only visible rows are fetched and drawn. */
export const SampleLog = ({ trip }: { trip: Trip }) => {
  const { translate, number } = useFormat();
  const cell = useCell();
  const box = useRef<HTMLDivElement>(null);
  const [total, setTotal] = useState<number>();
  const virtual = useVirtualizer({
    count: total ?? 0,
    getScrollElement: () => box.current,
    estimateSize: () => rowPx,
    overscan: 12,
  });
  const items = virtual.getVirtualItems();
  const seen = new Set(items.map(({ index }) => Math.floor(index / pageRows) + 1));
  const { total: known, failed, rowAt } = usePages(trip, seen.size > 0 ? [...seen] : [1]);
  if (known !== undefined && known !== total) setTotal(known);
  const title = translate('scoring.trip.samples');
  const side = { display: 'grid', gridTemplateColumns: template, columnGap: 1, px: 2, alignItems: 'center' } as const;
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
          <Failed text={refusalText(failed.error, translate) ?? translate('scoring.failed')} onRetry={failed.refetch} />
        </Box>
      )}
      {total === undefined && !failed && <Skeleton variant="rectangular" height={boxPx} />}
      <Box
        ref={box}
        tabIndex={0}
        hidden={!total}
        sx={{ height: boxPx, overflow: 'auto' }}
        role="region"
        aria-label={title}
      >
        <Box
          role="table"
          aria-label={title}
          aria-rowcount={(total ?? 0) + 1}
          sx={{ minWidth: 1064, typography: 'body2' }}
        >
          <Box
            role="row"
            aria-rowindex={1}
            sx={{
              ...side,
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
          <Box role="rowgroup" sx={{ position: 'relative', height: virtual.getTotalSize() }}>
            {items.map(({ index, start }) => {
              const row = rowAt(index);
              return (
                <Box
                  key={index}
                  role="row"
                  aria-rowindex={index + 2}
                  sx={{
                    ...side,
                    position: 'absolute',
                    left: 0,
                    right: 0,
                    height: rowPx,
                    fontVariantNumeric: 'tabular-nums',
                  }}
                  style={{ transform: `translateY(${start}px)` }}
                >
                  {columns.map(column => (
                    <Box
                      key={column}
                      role="cell"
                      sx={{ whiteSpace: 'nowrap', overflow: 'hidden', textOverflow: 'ellipsis' }}
                    >
                      {row ? cell(row, column) : '…'}
                    </Box>
                  ))}
                </Box>
              );
            })}
          </Box>
        </Box>
      </Box>
    </Paper>
  );
};
