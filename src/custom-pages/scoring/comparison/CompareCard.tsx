import Typography from '@mui/material/Typography';
import { Loaded } from '../../../components/Loaded.tsx';
import type { Comparison, Figures } from '../../../contract/shapes/statistics.ts';
import { count } from '../../../i18n/count.ts';
import { manoeuvresPerHundred } from '../overview/FiguresPanel.tsx';
import { useFigures } from '../queries.ts';
import { useFormat } from '../useFormat.ts';
import { Card, type ComparisonQueryProps, ComparisonTable, cardSkeleton } from './Card.tsx';

const calls = {
  company: 'GET /api/v2/StatisticSummingDay/comparison',
  country: 'GET /api/v2/StatisticSummingDay/country/comparison',
  model: 'GET /api/v2/StatisticSummingDay/model/comparison',
} as const;

/** Returns figures that can be compared independently of the distance. */
const useComparable = () => {
  const { translate, number } = useFormat();
  const share = (part: number | null, { DurationS }: Figures) =>
    part === null || !DurationS ? '—' : `${number((part / DurationS) * 100, 1)}\u00A0%`;
  const t = (key: string) => translate(`scoring.figures.${key}`);
  return (own: Figures, others: Figures) => {
    const row = (key: string, name: string, write: (figures: Figures) => string) => ({
      key,
      name,
      cells: [write(own), write(others)],
    });
    return [
      row('Score', translate('scoring.score'), ({ Score }) => number(Score, 1)),
      row('DistanceKm', t('DistanceKm'), ({ DistanceKm }) => number(DistanceKm, 1)),
      row('AverageSpeed', t('AverageSpeed'), ({ AverageSpeed }) => number(AverageSpeed)),
      row('events', `${t('events')} ${translate('scoring.comparison.perHundred')}`, figures =>
        number(manoeuvresPerHundred(figures), 1),
      ),
      row('NightDurationS', t('NightDurationS'), figures => share(figures.NightDurationS, figures)),
      row('SpeedingDurationS', t('SpeedingDurationS'), figures => share(figures.SpeedingDurationS, figures)),
    ];
  };
};

const Beside = ({ title, data: { Own, Others, Cohort, Percentile } }: { title: string; data: Comparison }) => {
  const { locale, translate, number } = useFormat();
  const rowsOf = useComparable();
  const t = (key: string, values?: object) => translate(`scoring.comparison.${key}`, { ...values });
  const objects = count(translate, 'scoring.comparison.cars', Cohort.Objects, locale);
  if (!Others) return <Typography color="textSecondary">{t('few', { objects })}</Typography>;
  return (
    <>
      {Percentile !== null && (
        <Typography sx={{ mb: 1, fontWeight: 'fontWeightMedium' }}>
          {t('percentile', { percent: number(Percentile) })}
        </Typography>
      )}
      <ComparisonTable label={title} head={[t('figure'), t('own'), t('others')]} rows={rowsOf(Own, Others)} />
      <Typography variant="caption" color="textSecondary" component="p" sx={{ mt: 1 }}>
        {t('cohort', { objects, distance: number(Cohort.DistanceKm) })}
      </Typography>
    </>
  );
};

/** This vehicle next to the mean of other vehicles, with their number. */
export const CompareCard = ({ name, who, span }: ComparisonQueryProps & { name: keyof typeof calls }) => {
  const { translate } = useFormat();
  const title = translate(`scoring.comparison.${name}`);
  const query = useFigures(calls[name], { ...who, ...span });
  return (
    <Card title={title}>
      <Loaded query={query} skeleton={cardSkeleton} failed="scoring.failed">
        {data => <Beside title={title} data={data} />}
      </Loaded>
    </Card>
  );
};
