import Box from '@mui/material/Box';
import MuiLink from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router-dom';
import { intervalText, ScoreText } from '../../../components/score/ScoreText.tsx';
import type { ClientSheet } from '../../../contract/shapes/clientSheet.ts';
import { formatDay, formatNumber } from '../../../fields/format.ts';
import { useI18n } from '../../../fields/useI18n.ts';
import { Entries, EntryHead } from './Entries.tsx';

type Score = NonNullable<ClientSheet['Scores']>[number];

const usePoints = () => {
  const { locale } = useI18n();
  return (points: number): string => formatNumber(points, 1, locale);
};

const trendText = ({ Score, PreviousScore }: Score): { readonly key: string; readonly points: number } | undefined => {
  if (Score === null || PreviousScore === null) return undefined;
  const points = Number((Score - PreviousScore).toFixed(1));
  return { key: points === 0 ? 'same' : points > 0 ? 'better' : 'worse', points: Math.abs(points) };
};

const ScoreEntry = ({ score }: { score: Score }) => {
  const { translate, locale } = useI18n();
  const points = usePoints();
  const trend = trendText(score);
  const { VoucherId, ObjectId, VoucherNumber, VehicleRegNumber, Causes, TripsCount, DistanceKm } = score;
  return (
    <>
      <EntryHead
        facts={[
          TripsCount === null || DistanceKm === null
            ? null
            : translate('client.scores.trips', {
                smart_count: TripsCount,
                distance: formatNumber(DistanceKm, 0, locale),
              }),
        ]}
      >
        <ScoreText score={score.Score} band={score.Band} locale={locale} />
        <MuiLink
          component={Link}
          to={`/cabinet/scoring/${VoucherId}/?voucherObjectId=${encodeURIComponent(ObjectId)}`}
          sx={{ py: 0.25 }}
        >
          {VehicleRegNumber || VoucherNumber}
        </MuiLink>
      </EntryHead>
      {score.ScoreReason && (
        <Typography variant="body2">{translate(`client.scores.reasons.${score.ScoreReason}`)}</Typography>
      )}
      {score.Score !== null && (
        <Typography variant="body2" color="textSecondary">
          {[
            translate('client.scores.interval', { interval: intervalText(score.ScoreLow, score.ScoreHigh, locale) }),
            trend && translate(`client.scores.${trend.key}`, { points: points(trend.points) }),
          ]
            .filter(Boolean)
            .join(', ')}
        </Typography>
      )}
      {score.Score !== null && (
        <Typography variant="body2" component="div">
          {translate(Causes.length > 0 ? 'client.scores.causes' : 'client.scores.clean')}
          <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
            {Causes.map(({ Kind, Cost, Count }) => (
              <li key={Kind}>
                {translate('client.scores.cost', { points: points(Cost) })} {translate(`client.parts.${Kind}`)}
                {Count !== null && `, ${translate('client.times', { smart_count: Count })}`}
              </li>
            ))}
          </Box>
        </Typography>
      )}
    </>
  );
};

export const Scores = ({ items }: { items: readonly Score[] }) => {
  const { translate, locale } = useI18n();
  const [first] = items;
  return (
    <Entries title={translate('client.scores.title')} none={translate('client.scores.none')} items={items}>
      {score => (
        <>
          {score === first && (
            <Typography variant="caption" color="textSecondary" component="p">
              {translate('client.scores.period', {
                from: formatDay(score.From, locale),
                to: formatDay(score.To, locale),
              })}
            </Typography>
          )}
          <ScoreEntry score={score} />
        </>
      )}
    </Entries>
  );
};
