import Button from '@mui/material/Button';
import MuiLink from '@mui/material/Link';
import { useQuery } from '@tanstack/react-query';
import type { RaRecord } from 'react-admin';
import { Link } from 'react-router-dom';
import { api } from '../../api/client.ts';
import { Notice } from '../../components/Notice.tsx';
import { intervalText, ScoreText, scoreText } from '../../components/score/ScoreText.tsx';
import type { VoucherFigures } from '../../contract/shapes/voucher.ts';
import { formatMoment, formatNumber } from '../../fields/format.ts';
import { useI18n } from '../../fields/useI18n.ts';
import { SectionPaper } from '../../screens/record/Sections.tsx';
import { Facts } from './Facts.tsx';

/** Score of the last 28 days in the head of the voucher's page. It leads to the page of the score, which has the same. */
export const VoucherScore = ({ record }: { record: RaRecord }) => {
  const { translate, locale } = useI18n();
  const query = { voucherId: Number(record.id) };
  const { data } = useQuery({
    queryKey: ['scoring', 'GET /api/v2.1/StatisticSummingPeriod', query],
    queryFn: ({ signal }) => api('GET /api/v2.1/StatisticSummingPeriod')({ query, signal }),
  });
  if (data === undefined) return null;
  return (
    <MuiLink
      component={Link}
      to={`/cabinet/scoring/${record.id}/`}
      color="textPrimary"
      sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}
    >
      {data.Score === null ? (
        translate('voucher.scoring.none')
      ) : (
        <>
          {translate('voucher.scoring.recent')} <ScoreText score={data.Score} band={data.Band} locale={locale} />
        </>
      )}
    </MuiLink>
  );
};

export const ScoringTab = ({ record }: { record: RaRecord }) => {
  const { translate, locale } = useI18n();
  const t = (key: string) => translate(`voucher.scoring.${key}`);
  const figures = record as unknown as VoucherFigures;
  const { Score, ScoreLow, ScoreHigh, Band, ScoreBefore, TripsCount, DistanceKm, FirstTripAt, LastTripAt } = figures;
  const moment = (text: string | null) => text && formatMoment(new Date(text), locale);
  return (
    <SectionPaper title={t('score')}>
      {Score === null && <Notice title={t('title')} text={t('text')} />}
      <Facts
        facts={[
          { label: t('score'), value: <ScoreText score={Score} band={Band} locale={locale} /> },
          { label: t('interval'), value: intervalText(ScoreLow, ScoreHigh, locale) },
          { label: t('before'), value: scoreText(ScoreBefore, locale) },
          { label: t('trips'), value: TripsCount === null ? null : formatNumber(TripsCount, 0, locale) },
          { label: t('distance'), value: DistanceKm === null ? null : formatNumber(DistanceKm, 1, locale) },
          { label: t('first'), value: moment(FirstTripAt) },
          { label: t('last'), value: moment(LastTripAt) },
        ]}
      />
      <Button component={Link} to={`/cabinet/scoring/${record.id}/`} variant="outlined" sx={{ mt: 2 }}>
        {t('open')}
      </Button>
    </SectionPaper>
  );
};
