import Skeleton from '@mui/material/Skeleton';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useState } from 'react';
import { ChartFigure } from '../../../components/charts/ChartFigure.tsx';
import { Loaded } from '../../../components/Loaded.tsx';
import { Notice } from '../../../components/Notice.tsx';
import type { Figures } from '../../../contract/shapes/statistics.ts';
import { formatDayOfYear } from '../../../fields/format.ts';
import type { PanelProps } from '../panelProps.ts';
import { monthText } from '../period.ts';
import { useFigures } from '../queries.ts';
import { useFormat } from '../useFormat.ts';
import { type Step, TrendChart } from './TrendChart.tsx';

const height = 300;

type Who = Pick<PanelProps, 'who' | 'span'>;

const useDays = ({ who, span }: Who, enabled: boolean) =>
  useFigures('GET /api/v2/StatisticSummingDay/period/list', { ...who, ...span }, enabled);
const useMonths = ({ who }: Who, enabled: boolean) =>
  useFigures('GET /api/v2/StatisticSummingMonth/all', { ...who }, enabled);

/** Score and distance of each day of the period, or of each month since activation. */
export const Trend = (props: Who) => {
  const { locale, translate, number, day } = useFormat();
  const [by, setBy] = useState<'days' | 'months'>('days');
  const days = useDays(props, by === 'days');
  const months = useMonths(props, by === 'months');
  const t = (key: string) => translate(`scoring.trend.${key}`);
  const stepOf = (label: string, tick: string, { Score, DistanceKm }: Figures): Step => ({
    label,
    tick,
    score: Score,
    distanceKm: DistanceKm,
  });
  const steps =
    by === 'days'
      ? days.data?.Items.map(figures => stepOf(day(figures.Date), formatDayOfYear(figures.Date, locale), figures))
      : months.data?.Items.map(figures =>
          stepOf(monthText(figures.Month, locale), monthText(figures.Month, locale, 'short'), figures),
        );
  const { error, isFetching, refetch } = by === 'days' ? days : months;
  const query = { data: steps, error, isFetching, refetch };
  return (
    <ChartFigure
      title={t('title')}
      tableLabel={t('table')}
      height={height}
      table={{
        head: [t(by === 'days' ? 'day' : 'month'), t('score'), t('distance')],
        rows: (steps ?? []).map(({ label, score, distanceKm }) => [label, number(score, 1), number(distanceKm, 1)]),
      }}
      controls={
        <ToggleButtonGroup
          exclusive
          size="small"
          value={by}
          onChange={(_, next) => next && setBy(next)}
          aria-label={t('by')}
        >
          {(['days', 'months'] as const).map(name => (
            <ToggleButton key={name} value={name} sx={{ textTransform: 'none', py: 0.25 }}>
              {t(name)}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      }
    >
      <Loaded query={query} skeleton={<Skeleton variant="rectangular" height={height} />} failed="scoring.failed">
        {found =>
          found.some(({ distanceKm }) => (distanceKm ?? 0) > 0) ? (
            <TrendChart steps={found} height={height} />
          ) : (
            <Notice place="line" title={translate('scoring.trips.empty')} />
          )
        }
      </Loaded>
    </ChartFigure>
  );
};
