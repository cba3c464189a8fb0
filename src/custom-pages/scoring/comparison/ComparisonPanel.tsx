import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import TableContainer from '@mui/material/TableContainer';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { type FiguresProps, FiguresTable } from '../../../components/charts/ChartFigure.tsx';
import { Notice } from '../../../components/Notice.tsx';
import { QueryContent } from '../../../components/QueryContent.tsx';
import { ScoreText } from '../../../components/score/ScoreText.tsx';
import type { AnswerFor } from '../../../contract/index.ts';
import type { Comparison, Figures } from '../../../contract/shapes/statistics.ts';
import { pluralize } from '../../../i18n/count.ts';
import { kindColumn, numberColumn } from '../../../screens/export/columns.ts';
import { TableExport } from '../../../screens/export/TableExport.tsx';
import { manoeuvresPer100Km } from '../overview/FiguresPanel.tsx';
import type { PanelProps } from '../panelProps.ts';
import { useFigures } from '../queries.ts';
import { useAbout } from '../useAbout.ts';
import { useFormat } from '../useFormat.ts';
import { sourceKey, WeekdayCard } from './WeekdayCard.tsx';

type ComparisonQueryProps = Pick<PanelProps, 'scoringObject' | 'span'>;

const cardSkeleton = <Skeleton variant="rounded" height={240} />;

interface CardProps {
  readonly title: string;
  /** Button beside the title. */
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

const Card = ({ title, action, children }: CardProps) => (
  <Paper component="section" aria-label={title} sx={{ p: 2, minWidth: 0 }}>
    <Box sx={{ display: 'flex', alignItems: 'start', justifyContent: 'space-between', gap: 1, mb: 1 }}>
      <Typography variant="h2">{title}</Typography>
      {action}
    </Box>
    {children}
  </Paper>
);

/** Table that compares figures side by side. The columns are as wide as their texts, and a wide table scrolls. */
const ComparisonTable = ({ label, ...figures }: { label: string } & Pick<FiguresProps, 'head' | 'rows'>) => (
  <TableContainer tabIndex={0} role="region" aria-label={label}>
    <FiguresTable
      sx={{
        '& .MuiTableCell-root': { px: { xs: 0.5, sm: 1.5 } },
        '& .MuiTableCell-head': { whiteSpace: { xs: 'normal', sm: 'nowrap' } },
      }}
      {...figures}
    />
  </TableContainer>
);

/** Line below a comparison: by which data the compared vehicles were measured, and why others are left out. */
const SourceNote = ({ source }: { source: Comparison['Source'] }) => {
  const { translate } = useFormat();
  return (
    <Typography variant="caption" color="textSecondary" component="p" sx={{ mt: 1 }}>
      {translate(sourceKey(source))}
    </Typography>
  );
};

type BrandRow = AnswerFor<'GET /api/v2/StatisticUnit/vehiclebrand/comparision'>['Items'][number];
type NotesRow = AnswerFor<'GET /api/v2/StatisticSummingDay/tripnote/comparison'>['Items'][number];

const comparisonCalls = {
  company: 'GET /api/v2/StatisticSummingDay/comparison',
  country: 'GET /api/v2/StatisticSummingDay/country/comparison',
  model: 'GET /api/v2/StatisticSummingDay/model/comparison',
} as const;

/**
 * Returns a function that lists figures of two compared sides. It takes only figures that do not depend on the driven
 * distance, such as shares.
 */
const useComparisonRows = () => {
  const { translate, number } = useFormat();
  const formatShare = (part: number | null, { DurationS }: Figures) =>
    part === null || !DurationS ? '—' : `${number((part / DurationS) * 100, 1)}\u00A0%`;
  const t = (key: string) => translate(`scoring.figures.${key}`);
  return (own: Figures, others: Figures) => {
    const makeRow = (key: string, name: string, format: (figures: Figures) => string) => ({
      key,
      name,
      cells: [format(own), format(others)],
    });
    return [
      makeRow('Score', translate('scoring.score'), ({ Score }) => number(Score, 1)),
      makeRow('DistanceKm', t('DistanceKm'), ({ DistanceKm }) => number(DistanceKm, 1)),
      makeRow('AverageSpeed', t('AverageSpeed'), ({ AverageSpeed }) => number(AverageSpeed)),
      makeRow('events', `${t('events')} ${translate('scoring.comparison.perHundred')}`, figures =>
        number(manoeuvresPer100Km(figures), 1),
      ),
      makeRow('NightDurationS', t('NightDurationS'), figures => formatShare(figures.NightDurationS, figures)),
      makeRow('SpeedingDurationS', t('SpeedingDurationS'), figures => formatShare(figures.SpeedingDurationS, figures)),
    ];
  };
};

const ComparisonResult = ({
  title,
  data: { Own, Others, Cohort, Percentile, Scored, Source },
}: {
  title: string;
  data: Comparison;
}) => {
  const { locale, translate, number } = useFormat();
  const rowsOf = useComparisonRows();
  const t = (key: string, values?: object) => translate(`scoring.comparison.${key}`, { ...values });
  const vehicleCount = pluralize(translate, 'scoring.comparison.cars', Cohort.Objects, locale);
  if (!Others)
    return (
      <>
        <Typography color="textSecondary">{t('few', { objects: vehicleCount })}</Typography>
        <SourceNote source={Source} />
      </>
    );
  return (
    <>
      {Percentile !== null && Source && (
        <Typography sx={{ mb: 1, fontWeight: 'fontWeightMedium' }}>
          {t('percentile', {
            percent: number(Percentile),
            among: pluralize(translate, `scoring.source.among.${Source}`, Scored, locale),
          })}
        </Typography>
      )}
      <ComparisonTable label={title} head={[t('figure'), t('own'), t('others')]} rows={rowsOf(Own, Others)} />
      <Typography variant="caption" color="textSecondary" component="p" sx={{ mt: 1 }}>
        {t('cohort', { objects: vehicleCount, distance: number(Cohort.DistanceKm) })}
      </Typography>
      <SourceNote source={Source} />
    </>
  );
};

const CompareCard = ({ name, scoringObject, span }: ComparisonQueryProps & { name: keyof typeof comparisonCalls }) => {
  const { translate } = useFormat();
  const title = translate(`scoring.comparison.${name}`);
  const query = useFigures(comparisonCalls[name], { ...scoringObject, ...span });
  const about = useAbout(scoringObject, span);
  const t = (key: string) => translate(`scoring.comparison.${key}`);
  const figure = (key: string) => translate(`scoring.figures.${key}`);
  const { Own, Others } = query.data ?? {};
  const percentOf = (part: number | null, { DurationS }: Figures) =>
    part === null || !DurationS ? null : (part / DurationS) * 100;
  return (
    <Card
      title={title}
      action={
        Own &&
        Others && (
          <TableExport
            table={{
              name: `comparison-${name}`,
              title,
              about,
              columns: [
                kindColumn<Figures>(t('figure'), 'text', side => t(side === Own ? 'own' : 'others')),
                numberColumn<Figures>(translate('scoring.score'), 1, ({ Score }) => Score),
                numberColumn<Figures>(figure('DistanceKm'), 1, ({ DistanceKm }) => DistanceKm),
                numberColumn<Figures>(figure('AverageSpeed'), 0, ({ AverageSpeed }) => AverageSpeed),
                numberColumn<Figures>(`${figure('events')} ${t('perHundred')}`, 1, manoeuvresPer100Km),
                numberColumn<Figures>(`${figure('NightDurationS')}, %`, 1, side =>
                  percentOf(side.NightDurationS, side),
                ),
                numberColumn<Figures>(`${figure('SpeedingDurationS')}, %`, 1, side =>
                  percentOf(side.SpeedingDurationS, side),
                ),
              ],
              readRows: () => [Own, Others],
            }}
          />
        )
      }
    >
      <QueryContent query={query} skeleton={cardSkeleton} failureText="scoring.failed">
        {data => <ComparisonResult title={title} data={data} />}
      </QueryContent>
    </Card>
  );
};

/**
 * Card with figures by vehicle brand in the company. The brand of this vehicle is highlighted. A brand with too few
 * vehicles has no figures.
 */
const BrandCard = ({ scoringObject, span }: ComparisonQueryProps) => {
  const { locale, translate, number } = useFormat();
  const t = (key: string) => translate(`scoring.comparison.${key}`);
  const query = useFigures('GET /api/v2/StatisticUnit/vehiclebrand/comparision', { ...scoringObject, ...span });
  const about = useAbout(scoringObject, span);
  const brands = query.data?.Items;
  return (
    <Card
      title={t('brand')}
      action={
        brands &&
        brands.length > 0 && (
          <TableExport
            table={{
              name: 'comparison-brand',
              title: t('brand'),
              about,
              columns: [
                kindColumn<BrandRow>(t('brandName'), 'text', ({ VehicleBrand }) => VehicleBrand),
                numberColumn<BrandRow>(translate('scoring.score'), 1, row => row.Figures?.Score),
                numberColumn<BrandRow>(t('perCar'), 1, row => row.Figures?.DistanceKm),
                numberColumn<BrandRow>(t('brandCars'), 0, ({ Cohort }) => Cohort.Objects),
              ],
              readRows: () => brands,
            }}
          />
        )
      }
    >
      <QueryContent query={query} skeleton={cardSkeleton} failureText="scoring.failed">
        {({ Items, Source }) =>
          Items.length === 0 ? (
            <Notice area="line" title={translate('scoring.trips.noneCounted')} />
          ) : (
            <>
              <ComparisonTable
                label={t('brand')}
                head={[t('brandName'), translate('scoring.score'), t('perCar'), t('brandCars')]}
                rows={Items.map(({ VehicleBrand, Own, Cohort, Figures }) => ({
                  key: VehicleBrand,
                  name: Own ? (
                    <Box component="strong">{`${VehicleBrand} · ${t('own').toLowerCase()}`}</Box>
                  ) : (
                    VehicleBrand
                  ),
                  cells: [
                    <ScoreText key="score" score={Figures?.Score ?? null} locale={locale} showsBandName={false} />,
                    number(Figures?.DistanceKm, 1),
                    number(Cohort.Objects),
                  ],
                }))}
              />
              {Items.some(({ Figures }) => !Figures) && (
                <Typography variant="caption" color="textSecondary" component="p" sx={{ mt: 1 }}>
                  {t('brandFew')}
                </Typography>
              )}
              <SourceNote source={Source} />
            </>
          )
        }
      </QueryContent>
    </Card>
  );
};

const NotesCard = ({ scoringObject, span }: ComparisonQueryProps) => {
  const { locale, translate, number } = useFormat();
  const t = (key: string) => translate(`scoring.comparison.${key}`);
  const query = useFigures('GET /api/v2/StatisticSummingDay/tripnote/comparison', { ...scoringObject, ...span });
  const about = useAbout(scoringObject, span);
  const groups = query.data?.Items;
  return (
    <Card
      title={t('notes')}
      action={
        groups?.some(({ Notes }) => Notes !== '') && (
          <TableExport
            table={{
              name: 'comparison-notes',
              title: t('notes'),
              about,
              columns: [
                kindColumn<NotesRow>(t('note'), 'text', ({ Notes }) => Notes || t('noNote')),
                numberColumn<NotesRow>(translate('scoring.score'), 1, ({ Score }) => Score),
                numberColumn<NotesRow>(translate('scoring.figures.TripsCount'), 0, ({ TripsCount }) => TripsCount),
                numberColumn<NotesRow>(translate('scoring.figures.DistanceKm'), 1, ({ DistanceKm }) => DistanceKm),
              ],
              readRows: () => groups,
            }}
          />
        )
      }
    >
      <QueryContent query={query} skeleton={cardSkeleton} failureText="scoring.failed">
        {({ Items }) =>
          Items.some(({ Notes }) => Notes !== '') ? (
            <ComparisonTable
              label={t('notes')}
              head={[
                t('note'),
                translate('scoring.score'),
                translate('scoring.figures.TripsCount'),
                translate('scoring.figures.DistanceKm'),
              ]}
              rows={Items.map(({ Notes, Score, TripsCount, DistanceKm }) => ({
                key: Notes,
                name: Notes || t('noNote'),
                cells: [
                  <ScoreText key="score" score={Score} locale={locale} showsBandName={false} />,
                  number(TripsCount),
                  number(DistanceKm, 1),
                ],
              }))}
            />
          ) : (
            <Typography color="textSecondary">{t('noNotes')}</Typography>
          )
        }
      </QueryContent>
    </Card>
  );
};

/** Compares this vehicle with others, and its trips with each other. */
export const ComparisonPanel = ({ scoringObject, span }: PanelProps) => (
  <Box
    sx={{
      display: 'grid',
      gap: 2,
      alignItems: 'start',
      gridTemplateRows: { lg: 'auto auto auto 1fr' },
      gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
    }}
  >
    <CompareCard name="company" scoringObject={scoringObject} span={span} />
    <CompareCard name="country" scoringObject={scoringObject} span={span} />
    <CompareCard name="model" scoringObject={scoringObject} span={span} />
    <NotesCard scoringObject={scoringObject} span={span} />
    <WeekdayCard scoringObject={scoringObject} span={span} />
    {/* The card of brands is as high as three other cards, so it spans three rows. */}
    <Box sx={{ gridColumn: { lg: 2 }, gridRow: { lg: '2 / span 3' } }}>
      <BrandCard scoringObject={scoringObject} span={span} />
    </Box>
  </Box>
);
