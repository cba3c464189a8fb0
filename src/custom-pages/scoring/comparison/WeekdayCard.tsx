import Skeleton from '@mui/material/Skeleton';
import { useTheme } from '@mui/material/styles';
import { BarChart } from '@mui/x-charts/BarChart';
import { ChartFigure } from '../../../components/charts/ChartFigure.tsx';
import { ChartWords } from '../../../components/charts/ChartWords.tsx';
import { Notice } from '../../../components/Notice.tsx';
import { QueryContent } from '../../../components/QueryContent.tsx';
import type { AnswerFor } from '../../../contract/index.ts';
import type { Comparison } from '../../../contract/shapes/statistics.ts';
import { kindColumn, numberColumn, toFigureTable } from '../../../screens/export/columns.ts';
import { TableExport } from '../../../screens/export/TableExport.tsx';
import { weekdayText } from '../calendar/MonthGrid.tsx';
import { manoeuvresPer100Km } from '../overview/FiguresPanel.tsx';
import type { PanelProps } from '../panelProps.ts';
import { useFigures } from '../queries.ts';
import { useAbout } from '../useAbout.ts';
import { useFormat } from '../useFormat.ts';

/** Returns the key of the text that says by which data the compared vehicles were measured. */
export const sourceKey = (source: Comparison['Source']): string =>
  source ? `scoring.source.note.${source}` : 'scoring.source.unknown';

const height = 300;
const legendHeight = 40;

type WeekdayRow = AnswerFor<'GET /api/v2/StatisticUnit/weekday/comparison'>['Items'][number];

interface Labels {
  readonly axis: string;
  readonly own: string;
  readonly others: string;
}

const WeekdayChart = ({ days, labels }: { days: readonly WeekdayRow[]; labels: Labels }) => {
  const { palette } = useTheme();
  const { locale, number } = useFormat();
  return (
    <BarChart
      height={height - legendHeight}
      margin={{ left: 0, right: 8, top: 8, bottom: 0 }}
      skipAnimation
      xAxis={[
        { scaleType: 'band', data: days.map(({ Weekday }) => weekdayText(Weekday, locale, 'short')), height: 28 },
      ]}
      yAxis={[
        {
          min: 0,
          label: labels.axis,
          width: 48,
          valueFormatter: (value: number) => number(value, Number.isInteger(value) ? 0 : 1),
        },
      ]}
      grid={{ horizontal: true }}
      series={[
        { data: days.map(({ Own }) => manoeuvresPer100Km(Own)), label: labels.own, color: palette.primary.main },
        {
          data: days.map(({ Others }) => Others && manoeuvresPer100Km(Others)),
          label: labels.others,
          color: palette.text.disabled,
        },
      ].map(series => ({ ...series, valueFormatter: (value: number | null) => number(value, 1) }))}
    />
  );
};

/**
 * Chart of manoeuvres by weekday: this vehicle and the company. Scores are not shown, because few vehicles drive enough
 * on one weekday.
 */
export const WeekdayCard = ({ scoringObject, span }: Pick<PanelProps, 'scoringObject' | 'span'>) => {
  const about = useAbout(scoringObject, span);
  const { locale, translate } = useFormat();
  const t = (key: string) => translate(`scoring.comparison.${key}`);
  const query = useFigures('GET /api/v2/StatisticUnit/weekday/comparison', { ...scoringObject, ...span });
  const days = query.data?.Items;
  const hasTrips = days?.some(({ Own, Others }) => Own.TripsCount !== 0 || Others);
  const labels = {
    axis: `${translate('scoring.figures.events')} ${t('perHundred')}`,
    own: t('own'),
    others: t('company'),
  };
  const columns = [
    kindColumn<WeekdayRow>(t('weekdayName'), 'text', ({ Weekday }) => weekdayText(Weekday, locale, 'long')),
    numberColumn<WeekdayRow>(`${labels.axis}: ${labels.own}`, 1, ({ Own }) => manoeuvresPer100Km(Own)),
    numberColumn<WeekdayRow>(
      `${labels.axis}: ${labels.others}`,
      1,
      ({ Others }) => Others && manoeuvresPer100Km(Others),
    ),
    numberColumn<WeekdayRow>(translate('scoring.figures.DistanceKm'), 1, ({ Own }) => Own.DistanceKm),
  ];
  return (
    <ChartFigure
      title={t('weekday')}
      explanation={query.data && translate(sourceKey(query.data.Source))}
      tableLabel={translate('scoring.trend.table')}
      height={height}
      controls={
        days &&
        hasTrips && (
          <TableExport
            isCompact
            table={{ name: 'comparison-weekday', title: t('weekday'), about, columns, readRows: () => days }}
          />
        )
      }
      table={days && hasTrips ? toFigureTable(columns, days, { locale, zone: '' }) : undefined}
    >
      <QueryContent
        query={query}
        skeleton={<Skeleton variant="rounded" height={height} />}
        failureText="scoring.failed"
      >
        {({ Items }) =>
          hasTrips ? (
            <ChartWords noValue={translate('scoring.trend.noValue')}>
              <WeekdayChart days={Items} labels={labels} />
            </ChartWords>
          ) : (
            <Notice area="line" title={translate('scoring.trips.noneCounted')} />
          )
        }
      </QueryContent>
    </ChartFigure>
  );
};
