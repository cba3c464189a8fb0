import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import TableContainer from '@mui/material/TableContainer';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../api/client.ts';
import { FiguresTable } from '../../../components/charts/ChartFigure.tsx';
import { Notice } from '../../../components/Notice.tsx';
import { QueryContent } from '../../../components/QueryContent.tsx';
import { bandKey } from '../../../components/score/ScoreText.tsx';
import type { ScoreLift } from '../../../contract/shapes/statistics.ts';
import { formatDay, formatNumber } from '../../../fields/format.ts';
import { useI18n } from '../../../fields/useI18n.ts';

const crashKinds = ['Confirmed', 'Major'] as const;
type CrashKind = (typeof crashKinds)[number];
type Band = ScoreLift['Bands'][number];

const percentOf = (value: number | null, highest: number): string =>
  `${highest > 0 ? Math.min(100, (100 * (value ?? 0)) / highest) : 0}%`;

/** Bar of a band's crash rate with the line of its interval. Hidden from screen readers, because the table has both. */
const RateBar = ({ rate, highest }: { rate: Band[CrashKind]; highest: number }) => (
  <Box sx={{ position: 'relative', height: 20, bgcolor: 'action.hover' }}>
    <Box
      sx={{
        position: 'absolute',
        inset: '4px auto 4px 0',
        width: percentOf(rate.Rate, highest),
        bgcolor: 'primary.main',
      }}
    />
    {/* The line of an interval that is cut at the chart's edge has no end there. */}
    <Box
      sx={{
        ...{ position: 'absolute', top: 4, bottom: 4, left: percentOf(rate.RateLow, highest) },
        right: `calc(100% - ${percentOf(rate.RateHigh, highest)})`,
        ...{ borderLeft: 2, borderColor: 'text.primary' },
        ...(rate.RateHigh !== null && rate.RateHigh <= highest && { borderRight: 2 }),
        ...(rate.Rate === null && { display: 'none' }),
        '&::after': {
          content: '""',
          position: 'absolute',
          top: 5,
          left: 0,
          right: 0,
          height: 2,
          bgcolor: 'text.primary',
        },
      }}
    />
  </Box>
);

/** Width of the chart, as a multiple of the highest rate. A wider interval, of a band with few kilometres, is cut. */
const widthOverHighestRate = 2.5;

const LiftTable = ({ lift, kind, label }: { lift: ScoreLift; kind: CrashKind; label: string }) => {
  const { translate, locale } = useI18n();
  const t = (key: string, values?: object) => translate(`room.lift.${key}`, { ...values });
  const number = (value: number | null, decimals = 0) => (value === null ? '—' : formatNumber(value, decimals, locale));
  const bandName = ({ Band }: Band) => (Band === null ? t('unscored') : translate(bandKey(Band)));
  const highest = widthOverHighestRate * Math.max(...lift.Bands.map(band => band[kind].Rate ?? 0));
  return (
    <Box
      sx={{
        ...{ display: 'grid', gap: 2, alignItems: 'start' },
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 2fr) minmax(0, 3fr)' },
      }}
    >
      <Box aria-hidden sx={{ display: 'grid', gridTemplateColumns: 'auto minmax(0, 1fr)', columnGap: 1, rowGap: 0.75 }}>
        {lift.Bands.map(band => (
          <Box key={band.Band ?? 'none'} sx={{ display: 'contents' }}>
            <Typography variant="body2">{bandName(band)}</Typography>
            <RateBar rate={band[kind]} highest={highest} />
          </Box>
        ))}
      </Box>
      <TableContainer tabIndex={0} role="region" aria-label={label}>
        <FiguresTable
          sx={{ '& .MuiTableCell-root': { whiteSpace: 'nowrap' } }}
          head={[t('band'), t('rate'), t('crashes'), t('distance'), t('drivers')]}
          rows={lift.Bands.map(band => ({
            key: band.Band ?? 'none',
            name: bandName(band),
            cells: [
              band[kind].Rate === null
                ? '—'
                : t('interval', {
                    rate: number(band[kind].Rate, 1),
                    low: number(band[kind].RateLow, 1),
                    high: number(band[kind].RateHigh, 1),
                  }),
              number(band[kind].Crashes),
              number(band.DistanceKm),
              number(band.Drivers),
            ],
          }))}
        />
      </TableContainer>
    </Box>
  );
};

const LiftContent = ({ lift, kind, title }: { lift: ScoreLift; kind: CrashKind; title: string }) => {
  const { translate, locale } = useI18n();
  const t = (key: string, values?: object) => translate(`room.lift.${key}`, { ...values });
  const number = (value: number | null, decimals = 0) => (value === null ? '—' : formatNumber(value, decimals, locale));
  const { Crashes, CrashesWithoutScore, Gini, GiniLow, GiniHigh, Verdict } = lift[kind];
  if (Crashes + CrashesWithoutScore === 0) return <Notice area="line" title={t(`none.${kind.toLowerCase()}`)} />;
  const notes = [
    t('about', { from: formatDay(lift.From, locale) }),
    ...(kind === 'Major' ? [t('majorAbout')] : []),
    ...(lift.Source ? [t(`sources.${lift.Source}`)] : []),
    ...(lift.DistanceKmOfOtherSources > 0
      ? [t('otherSources', { distance: number(lift.DistanceKmOfOtherSources) })]
      : []),
    ...(CrashesWithoutScore > 0 ? [t('unscoredCrashes', { crashes: number(CrashesWithoutScore) })] : []),
    t('limits'),
  ];
  return (
    <>
      <Typography sx={{ mb: 1.5, fontWeight: 'fontWeightMedium' }}>
        {t(`verdict.${Verdict}`, { crashes: number(Crashes), least: number(lift.LeastCrashes) })}
      </Typography>
      {Gini !== null && (
        <Typography variant="body2" sx={{ mb: 1 }}>
          {t('gini', { gini: number(Gini, 2), low: number(GiniLow, 2), high: number(GiniHigh, 2) })}
        </Typography>
      )}
      <LiftTable lift={lift} kind={kind} label={`${translate('room.table')}: ${title}`} />
      <Typography variant="caption" color="textSecondary" component="p" sx={{ mt: 1 }}>
        {notes.join(' ')}
      </Typography>
    </>
  );
};

/** Card of the control room: crashes per 100,000 km by band of the score before them, and what that shows. */
export const ScoreLiftCard = () => {
  const { translate } = useI18n();
  const [kind, setKind] = useState<CrashKind>('Confirmed');
  const t = (key: string) => translate(`room.lift.${key}`);
  const query = useQuery({
    queryKey: ['control-room', 'lift'],
    queryFn: ({ signal }) => api('GET /api/v3/scoring/lift')({ signal }),
  });
  return (
    <Paper component="section" aria-label={t('title')} sx={{ p: 2, minWidth: 0 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mb: 1 }}>
        <Typography variant="h3" sx={{ mr: 'auto' }}>
          {t('title')}
        </Typography>
        <ToggleButtonGroup
          exclusive
          size="small"
          value={kind}
          aria-label={t('kind')}
          onChange={(_, next: CrashKind | null) => next && setKind(next)}
        >
          {crashKinds.map(each => (
            <ToggleButton key={each} value={each}>
              {t(each.toLowerCase())}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      </Box>
      <QueryContent query={query} skeleton={<Skeleton variant="rounded" height={240} />} failureText="room.failed">
        {lift => <LiftContent lift={lift} kind={kind} title={t('title')} />}
      </QueryContent>
    </Paper>
  );
};
