import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { api } from '../../../api/client.ts';
import { HeatMap } from '../../../components/map/HeatMap.tsx';
import { Notice } from '../../../components/Notice.tsx';
import { QueryContent } from '../../../components/QueryContent.tsx';
import type { PanelProps } from '../panelProps.ts';
import { useFormat } from '../useFormat.ts';

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

/** Map of the places that the car visited in the period. The squares of the map become finer at higher zoom. */
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
