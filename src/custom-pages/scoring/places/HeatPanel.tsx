import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import { useTheme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lazy, useCallback, useState } from 'react';
import { api } from '../../../api/client.ts';
import { DrawingThenMap } from '../../../components/map/DrawingThenMap.tsx';
import { type HeatScene, heatOpacity } from '../../../components/map/heat.ts';
import { NorthArrow } from '../../../components/map/NorthArrow.tsx';
import { metresFrom } from '../../../components/map/track.ts';
import { Notice } from '../../../components/Notice.tsx';
import { QueryContent } from '../../../components/QueryContent.tsx';
import { withinTime } from '../../../fetchChunk.ts';
import { degreeLengths } from '../../../schema/kinds/wgs84.ts';
import type { PanelProps } from '../panelProps.ts';
import { useFormat } from '../useFormat.ts';

/** A heat map drawn to scale without a street map, north up. It is shown until the map is ready, and without WebGL. */
const HeatDrawing = ({ cells, cellM, label }: HeatScene) => {
  const { palette } = useTheme();
  const origin = [cells[0]?.[1] ?? 0, cells[0]?.[0] ?? 0] as const;
  const side = Math.max(cellM, degreeLengths(origin[1]).northM * 1e-5);
  const opacity = heatOpacity(cells);
  const squares = cells.map(([latitude, longitude, weight]) => {
    const { east, north } = metresFrom(origin, [longitude, latitude]);
    return { key: `${latitude} ${longitude}`, x: east - side / 2, y: -north - side / 2, opacity: opacity(weight) };
  });
  const xs = squares.map(({ x }) => x);
  const ys = squares.map(({ y }) => y);
  const left = Math.min(...xs) - side;
  const top = Math.min(...ys) - side;
  return (
    <Box sx={{ position: 'absolute', inset: 0, bgcolor: 'background.paper' }}>
      <Box
        component="svg"
        role="img"
        aria-label={label}
        viewBox={`${left} ${top} ${Math.max(...xs) - left + 2 * side} ${Math.max(...ys) - top + 2 * side}`}
        sx={{ width: 1, height: 1 }}
      >
        {squares.map(({ key, ...square }) => (
          <rect key={key} {...square} width={side} height={side} fill={palette.primary.main} />
        ))}
      </Box>
      <NorthArrow />
    </Box>
  );
};

const GlHeatMap = lazy(() =>
  withinTime(async () => ({ default: (await import('../../../components/map/GlHeatMap.tsx')).GlHeatMap })),
);

/** A heat map. A drawing to scale replaces it until the map is ready. */
const HeatMap = (scene: HeatScene & { readonly onZoom: (zoom: number) => void }) => (
  <DrawingThenMap
    drawing={() => <HeatDrawing {...scene} />}
    map={(onShown, onFailed) => <GlHeatMap {...scene} onShown={onShown} onFailed={onFailed} />}
  />
);

const initialZoom = 13;
const zoomLimits = { min: 3, max: 18 } as const;
const height = 'clamp(320px, 60vh, 680px)';

const Legend = () => {
  const { translate } = useFormat();
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, typography: 'caption', color: 'text.secondary' }}>
      {translate('scoring.heat.rare')}
      {[0.15, 0.4, 0.65, 0.9].map(opacity => (
        <Box key={opacity} aria-hidden sx={{ width: 24, height: 12, bgcolor: 'primary.main', opacity }} />
      ))}
      {translate('scoring.heat.often')}
    </Box>
  );
};

export const HeatPanel = ({ scoringObject, span }: PanelProps) => {
  const { translate, number } = useFormat();
  const [zoom, setZoom] = useState(initialZoom);
  const onZoom = useCallback((next: number) => setZoom(Math.min(zoomLimits.max, Math.max(zoomLimits.min, next))), []);
  const query = useQuery({
    queryKey: ['scoring', 'heat', scoringObject, span, zoom],
    queryFn: ({ signal }) =>
      api('GET /api/v2/StatisticSummingTrip/heatmap')({ query: { ...scoringObject, ...span, zoom }, signal }),
    placeholderData: keepPreviousData,
  });
  const t = (key: string, values?: object) => translate(`scoring.heat.${key}`, { ...values });
  return (
    <Paper component="section" aria-label={t('title')} sx={{ p: 2, minWidth: 0 }}>
      <Typography variant="h2" sx={{ mb: 0.5 }}>
        {t('title')}
      </Typography>
      <QueryContent
        query={query}
        skeleton={<Skeleton variant="rounded" sx={{ height }} />}
        failureText="scoring.failed"
      >
        {({ Cells, CellM }) =>
          Cells.length === 0 ? (
            <Notice area="line" title={t('empty')} />
          ) : (
            <>
              <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
                {t('help', { metres: number(CellM) })} {t('audit')}
              </Typography>
              <Box sx={{ height, mb: 1 }}>
                <HeatMap
                  key={`${scoringObject.objectId} ${span.from} ${span.to}`}
                  cells={Cells}
                  cellM={CellM}
                  label={t('drawing')}
                  onZoom={onZoom}
                />
              </Box>
              <Legend />
            </>
          )
        }
      </QueryContent>
    </Paper>
  );
};
