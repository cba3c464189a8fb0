import Box from '@mui/material/Box';
import MuiLink from '@mui/material/Link';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Notice } from '../../../components/Notice.tsx';
import { QueryContent } from '../../../components/QueryContent.tsx';
import type { ExplainedPart, ExplainedPeriodFigures } from '../../../contract/shapes/statistics.ts';
import type { PanelProps } from '../panelProps.ts';
import { usePeriod } from '../queries.ts';
import { useFormat } from '../useFormat.ts';
import { DriverNote } from './DriverNote.tsx';
import { FiguresPanel } from './FiguresPanel.tsx';
import { Trend } from './Trend.tsx';

const numberCellStyle = { fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' } as const;
const hiddenOnPhoneStyle = { display: { xs: 'none', sm: 'table-cell' } } as const;

const CostBar = ({ part: { Cost, Weight } }: { part: ExplainedPart }) => (
  <Box aria-hidden sx={{ width: 48, height: 8, borderRadius: 1, bgcolor: 'action.selected', overflow: 'hidden' }}>
    <Box
      sx={{
        width: `${Weight > 0 ? Math.min(100, ((Cost ?? 0) / Weight) * 100) : 0}%`,
        height: 1,
        bgcolor: 'primary.main',
      }}
    />
  </Box>
);

const PartRow = ({ part, addressAfter }: { part: ExplainedPart } & Pick<PanelProps, 'addressAfter'>) => {
  const { translate, number } = useFormat();
  const { Kind, Cost, Rate, CompanyRate, Count, Z } = part;
  const name = translate(`scoring.parts.${Kind}`);
  // Formats a rate. For night driving the rate is a share of the driving time, otherwise manoeuvres per 100 km.
  const formatRate = (value: number | null) =>
    Kind === 'night' && value !== null
      ? translate('scoring.explanation.share', { value: number(value, 1) })
      : number(value, 1);
  if (Cost === null && Rate === null)
    return (
      <TableRow>
        <TableCell sx={{ color: 'text.secondary' }}>{name}</TableCell>
        <TableCell colSpan={6} sx={{ color: 'text.secondary' }}>
          {translate('scoring.explanation.notMeasured')}
        </TableCell>
      </TableRow>
    );
  return (
    <TableRow hover>
      <TableCell>
        <MuiLink
          component={Link}
          to={addressAfter({ tab: 'trips', part: Kind })}
          aria-label={translate('scoring.explanation.open', { part: name })}
        >
          {name}
        </MuiLink>
      </TableCell>
      <TableCell align="right" sx={numberCellStyle}>
        {/* Shows no minus sign before a cost that rounds to zero. */}
        {Cost !== null && Cost >= 0.05 ? `−${number(Cost, 1)}` : number(Cost, 1)}
      </TableCell>
      <TableCell sx={hiddenOnPhoneStyle}>
        <CostBar part={part} />
      </TableCell>
      <TableCell align="right" sx={numberCellStyle}>
        {formatRate(Rate)}
      </TableCell>
      <TableCell align="right" sx={{ ...numberCellStyle, ...hiddenOnPhoneStyle, color: 'text.secondary' }}>
        {formatRate(CompanyRate)}
      </TableCell>
      <TableCell align="right" sx={{ ...numberCellStyle, ...hiddenOnPhoneStyle, color: 'text.secondary' }}>
        {number(Z === null ? null : Z * 100)}
      </TableCell>
      <TableCell align="right" sx={numberCellStyle}>
        {number(Count)}
      </TableCell>
    </TableRow>
  );
};

/** Below this part of the distance the page says how much of it was measured. */
const mostOfDistance = 0.95;

const isMostlyMeasured = ({ MeasuredKm, DistanceKm }: ExplainedPeriodFigures): boolean =>
  MeasuredKm === null || DistanceKm === null || MeasuredKm >= DistanceKm * mostOfDistance;

type ExplanationProps = { readonly period: ExplainedPeriodFigures } & Pick<PanelProps, 'addressAfter'>;

const PartsTable = ({ period, addressAfter }: ExplanationProps) => {
  const { translate } = useFormat();
  const t = (key: string) => translate(`scoring.explanation.${key}`);
  return (
    <Box sx={{ overflowX: 'auto' }} tabIndex={0} role="group" aria-label={t('title')}>
      <Table size="small" sx={{ '& td, & th': { px: 1 }, '& thead th': { whiteSpace: 'normal', lineHeight: 1.3 } }}>
        <TableHead>
          <TableRow>
            <TableCell>{t('part')}</TableCell>
            <TableCell align="right">{t('cost')}</TableCell>
            <TableCell sx={hiddenOnPhoneStyle} />
            <TableCell align="right">{t('rate')}</TableCell>
            <TableCell align="right" sx={hiddenOnPhoneStyle}>
              {t('company')}
            </TableCell>
            <TableCell align="right" sx={hiddenOnPhoneStyle}>
              {t('own')}
            </TableCell>
            <TableCell align="right">{t('count')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {period.Explanation.Parts.map(part => (
            <PartRow key={part.Kind} part={part} addressAfter={addressAfter} />
          ))}
        </TableBody>
      </Table>
    </Box>
  );
};

/** The score of the period before this one, and the difference between the two. */
const PreviousScore = ({ period: { Score, Previous } }: Pick<ExplanationProps, 'period'>) => {
  const { translate, number, day } = useFormat();
  const scoreChange = Score === null || Previous.Score === null ? null : Number((Score - Previous.Score).toFixed(1));
  const texts = [
    translate('scoring.previous', {
      from: day(Previous.From),
      to: day(Previous.To),
      score: Previous.Score === null ? translate('scoring.unknown') : number(Previous.Score, 1),
    }),
  ];
  if (scoreChange === 0) texts.push(translate('scoring.same'));
  else if (scoreChange !== null)
    texts.push(
      translate(scoreChange > 0 ? 'scoring.better' : 'scoring.worse', { points: number(Math.abs(scoreChange), 1) }),
    );
  return (
    <Typography variant="body2" color="textSecondary" sx={{ mt: 0.5 }}>
      {texts.join(', ')}
    </Typography>
  );
};

/** Small print below the table: how the score is computed and what it does not consider. */
const ExplanationNotes = ({ period: { Explanation, Score, Source } }: Pick<ExplanationProps, 'period'>) => {
  const { translate, number } = useFormat();
  const t = (key: string, values?: object) => translate(`scoring.explanation.${key}`, { ...values });
  const z = Explanation.Parts.map(part => part.Z).filter(value => value !== null);
  const means = Explanation.Parts.flatMap(({ Kind, K, Dispersion }) => {
    if (K === null) return [];
    const name = translate(`scoring.parts.${Kind}`);
    return [
      t(Dispersion === null ? 'meanOfShare' : 'mean', { name, k: number(K, 2), dispersion: number(Dispersion, 2) }),
    ];
  });
  const notesOnScore = [
    ...(z.length > 0
      ? [`${t('z', { share: number(Math.min(...z) * 100) })} ${t('means', { means: means.join('; ') })}`]
      : []),
    translate('scoring.intervalMeaning'),
    ...(Source ? [translate(`scoring.source.note.${Source}`)] : []),
  ];
  return [
    ...(Score === null ? [] : notesOnScore),
    t('traffic'),
    t('formula', { formula: Explanation.Formula, least: number(Explanation.LeastDistanceKm) }),
  ].map((note, index) => (
    <Typography key={note} variant="caption" color="textSecondary" component="p" sx={{ mt: index === 0 ? 1 : 0 }}>
      {note}
    </Typography>
  ));
};

/** Explanation of the score. The costs of all parts sum to 100 − score. Each part links to its trips. */
export const ExplanationTable = ({
  period,
  addressAfter,
  footer,
}: ExplanationProps & { readonly footer?: ReactNode }) => {
  const { translate, number } = useFormat();
  const { Score } = period;
  const t = (key: string, values?: object) => translate(`scoring.explanation.${key}`, { ...values });
  if (period.TripsCount === 0)
    return (
      <Paper component="section" aria-label={t('title')} sx={{ p: 2, minWidth: 0 }}>
        <Typography variant="h2">{t('title')}</Typography>
        <Notice area="line" title={translate('scoring.trips.noneCounted')} />
      </Paper>
    );
  return (
    <Paper component="section" aria-label={t('title')} sx={{ p: 2, minWidth: 0 }}>
      <Typography variant="h2">{t('title')}</Typography>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
        {t(Score === null ? 'aboutNone' : 'about')}
      </Typography>
      <PartsTable period={period} addressAfter={addressAfter} />
      {Score !== null && (
        <Typography sx={{ mt: 1.5, fontWeight: 'fontWeightMedium', fontVariantNumeric: 'tabular-nums' }}>
          {t('sum', { cost: number(100 - Score, 1), score: number(Score, 1) })}
        </Typography>
      )}
      <PreviousScore period={period} />
      {isMostlyMeasured(period) ? null : (
        <Typography variant="body2" sx={{ mt: 0.5 }}>
          {t('measured', { measured: number(period.MeasuredKm, 1), distance: number(period.DistanceKm, 1) })}
        </Typography>
      )}
      {footer}
      <ExplanationNotes period={period} />
    </Paper>
  );
};

export const OverviewPanel = ({ scoringObject, span, state, addressAfter, changeState }: PanelProps) => {
  const period = usePeriod(scoringObject, state.span);
  const skeletonOf = (height: number) => <Skeleton variant="rounded" height={height} />;
  return (
    <Box
      sx={{
        ...{ display: 'grid', gap: 2, alignItems: 'start' },
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', xl: 'repeat(2, minmax(0, 1fr))' },
      }}
    >
      <QueryContent query={period} skeleton={skeletonOf(400)} failureText="scoring.failed">
        {data => (
          <ExplanationTable
            period={data}
            addressAfter={addressAfter}
            footer={data.Score !== null && <DriverNote voucherId={scoringObject.voucherId} />}
          />
        )}
      </QueryContent>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <Trend scoringObject={scoringObject} span={span} state={state} changeState={changeState} />
        {/* Shows no error here, because the panel above uses the same query and shows the error. */}
        {period.data ? <FiguresPanel figures={period.data} /> : !period.isError && skeletonOf(180)}
      </Box>
    </Box>
  );
};
