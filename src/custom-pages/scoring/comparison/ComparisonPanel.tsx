import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Loaded } from '../../../components/Loaded.tsx';
import { Notice } from '../../../components/Notice.tsx';
import { ScoreText } from '../../../components/score/ScoreText.tsx';
import type { PanelProps } from '../panelProps.ts';
import { useFigures } from '../queries.ts';
import { useFormat } from '../useFormat.ts';
import { Card, type ComparisonQueryProps, ComparisonTable, cardSkeleton } from './Card.tsx';
import { CompareCard } from './CompareCard.tsx';
import { WeekdayCard } from './WeekdayCard.tsx';

/** The company's brands, with this vehicle's own highlighted. A brand with too few vehicles has no figures. */
const BrandCard = ({ who, span }: ComparisonQueryProps) => {
  const { locale, translate, number } = useFormat();
  const t = (key: string) => translate(`scoring.comparison.${key}`);
  const query = useFigures('GET /api/v2/StatisticUnit/vehiclebrand/comparision', { ...who, ...span });
  return (
    <Card title={t('brand')}>
      <Loaded query={query} skeleton={cardSkeleton} failed="scoring.failed">
        {({ Items }) =>
          Items.length === 0 ? (
            <Notice place="line" title={translate('scoring.trips.noneCounted')} />
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
                    <ScoreText key="score" score={Figures?.Score ?? null} locale={locale} words={false} />,
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
            </>
          )
        }
      </Loaded>
    </Card>
  );
};

/** Figures of the trips, grouped by their notes. */
const NotesCard = ({ who, span }: ComparisonQueryProps) => {
  const { locale, translate, number } = useFormat();
  const t = (key: string) => translate(`scoring.comparison.${key}`);
  const query = useFigures('GET /api/v2/StatisticSummingDay/tripnote/comparison', { ...who, ...span });
  return (
    <Card title={t('notes')}>
      <Loaded query={query} skeleton={cardSkeleton} failed="scoring.failed">
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
                  <ScoreText key="score" score={Score} locale={locale} words={false} />,
                  number(TripsCount),
                  number(DistanceKm, 1),
                ],
              }))}
            />
          ) : (
            <Typography color="textSecondary">{t('noNotes')}</Typography>
          )
        }
      </Loaded>
    </Card>
  );
};

/** Compares this vehicle with others, and its trips with each other. */
export const ComparisonPanel = ({ who, span }: PanelProps) => (
  <Box
    sx={{
      display: 'grid',
      gap: 2,
      alignItems: 'start',
      gridTemplateRows: { lg: 'auto auto auto 1fr' },
      gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
    }}
  >
    <CompareCard name="company" who={who} span={span} />
    <CompareCard name="country" who={who} span={span} />
    <CompareCard name="model" who={who} span={span} />
    <NotesCard who={who} span={span} />
    <WeekdayCard who={who} span={span} />
    {/* Much longer than the others: three of them stand beside it. */}
    <Box sx={{ gridColumn: { lg: 2 }, gridRow: { lg: '2 / span 3' } }}>
      <BrandCard who={who} span={span} />
    </Box>
  </Box>
);
