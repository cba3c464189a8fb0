import Skeleton from '@mui/material/Skeleton';
import { useTheme } from '@mui/material/styles';
import { BarChart } from '@mui/x-charts/BarChart';
import { ChartFigure } from '../../../components/charts/ChartFigure.tsx';
import { ChartWords } from '../../../components/charts/ChartWords.tsx';
import { Loaded } from '../../../components/Loaded.tsx';
import { Notice } from '../../../components/Notice.tsx';
import { weekdayText } from '../calendar/MonthGrid.tsx';
import { manoeuvresPerHundred } from '../overview/FiguresPanel.tsx';
import { useFigures } from '../queries.ts';
import { useFormat } from '../useFormat.ts';
import type { ComparisonQueryProps } from './Card.tsx';

const height = 300;
/** Height of the legend above the drawing, pixels. */
const legendHeight = 40;

/**
 * Manoeuvres by weekday, next to the company's. Scores are not shown, because few vehicles drive enough on one weekday.
 */
export const WeekdayCard = ({ who, span }: ComparisonQueryProps) => {
  const { palette } = useTheme();
  const { locale, translate, number } = useFormat();
  const t = (key: string) => translate(`scoring.comparison.${key}`);
  const query = useFigures('GET /api/v2/StatisticUnit/weekday/comparison', { ...who, ...span });
  const days = query.data?.Items;
  const drove = days?.some(({ Own, Others }) => Own.TripsCount !== 0 || Others);
  const [own, others] = [t('own'), t('company')];
  const events = `${translate('scoring.figures.events')} ${t('perHundred')}`;
  return (
    <ChartFigure
      title={t('weekday')}
      tableLabel={translate('scoring.trend.table')}
      height={height}
      table={
        days && drove
          ? {
              head: [
                t('weekdayName'),
                `${events}: ${own}`,
                `${events}: ${others}`,
                translate('scoring.figures.DistanceKm'),
              ],
              rows: days.map(({ Weekday, Own, Others }) => [
                weekdayText(Weekday, locale, 'long'),
                number(manoeuvresPerHundred(Own), 1),
                number(Others && manoeuvresPerHundred(Others), 1),
                number(Own.DistanceKm, 1),
              ]),
            }
          : undefined
      }
    >
      <Loaded query={query} skeleton={<Skeleton variant="rounded" height={height} />} failed="scoring.failed">
        {({ Items }) =>
          !drove ? (
            <Notice place="line" title={translate('scoring.trips.noneCounted')} />
          ) : (
            <ChartWords noValue={translate('scoring.trend.noValue')}>
              <BarChart
                height={height - legendHeight}
                margin={{ left: 0, right: 8, top: 8, bottom: 0 }}
                skipAnimation
                xAxis={[
                  {
                    scaleType: 'band',
                    data: Items.map(({ Weekday }) => weekdayText(Weekday, locale, 'short')),
                    height: 28,
                  },
                ]}
                yAxis={[
                  {
                    min: 0,
                    label: events,
                    width: 48,
                    valueFormatter: (value: number) => number(value, Number.isInteger(value) ? 0 : 1),
                  },
                ]}
                grid={{ horizontal: true }}
                series={[
                  { data: Items.map(({ Own }) => manoeuvresPerHundred(Own)), label: own, color: palette.primary.main },
                  {
                    data: Items.map(({ Others }) => Others && manoeuvresPerHundred(Others)),
                    label: others,
                    color: palette.text.disabled,
                  },
                ].map(series => ({ ...series, valueFormatter: (value: number | null) => number(value, 1) }))}
              />
            </ChartWords>
          )
        }
      </Loaded>
    </ChartFigure>
  );
};
