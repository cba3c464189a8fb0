import Typography from '@mui/material/Typography';
import { Loaded } from '../../../components/Loaded.tsx';
import { ScoreText } from '../../../components/score/ScoreText.tsx';
import { useFigures } from '../queries.ts';
import { useFormat } from '../useFormat.ts';
import { Card, type ComparisonQueryProps, ComparisonTable, cardSkeleton } from './Card.tsx';

/** Figures of the trips, grouped by their notes. */
export const NotesCard = ({ who, span }: ComparisonQueryProps) => {
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
