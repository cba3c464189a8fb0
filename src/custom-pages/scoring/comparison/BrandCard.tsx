import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Loaded } from '../../../components/Loaded.tsx';
import { Notice } from '../../../components/Notice.tsx';
import { ScoreText } from '../../../components/score/ScoreText.tsx';
import { useFigures } from '../queries.ts';
import { useFormat } from '../useFormat.ts';
import { Card, type ComparisonQueryProps, ComparisonTable, cardSkeleton } from './Card.tsx';

/** The company's brands, with this vehicle's own highlighted. A brand with too few vehicles has no figures. */
export const BrandCard = ({ who, span }: ComparisonQueryProps) => {
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
