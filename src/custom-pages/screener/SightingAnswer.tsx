import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined';
import HelpOutlined from '@mui/icons-material/HelpOutlined';
import HighlightOffOutlined from '@mui/icons-material/HighlightOffOutlined';
import Box from '@mui/material/Box';
import MuiLink from '@mui/material/Link';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router-dom';
import type { Seen, Sighting, SightingVerdict } from '../../contract/shapes/sighting.ts';
import { formatMoment, formatNumber } from '../../fields/format.ts';
import { useI18n } from '../../fields/useI18n.ts';

const kilometreFromM = 2000;
/** A drive with no longer gap counts as completely recorded, milliseconds. */
const silenceMs = 60_000;

/** Returns formatters for the result of the search. */
const useSightingWords = () => {
  const { locale, translate } = useI18n();
  const t = (key: string, values?: object) => translate(`screener.there.${key}`, { ...values });
  const metres = (value: number) =>
    value < kilometreFromM
      ? t('metres', { value: formatNumber(value, 0, locale) })
      : t('kilometres', { value: formatNumber(value / 1000, 1, locale) });
  const moment = (at: string) => `${formatMoment(new Date(at), locale)}:${at.slice(17, 19)}`;
  const distance = ({ DistanceM, UncertaintyM }: Seen) =>
    t('distance', { distance: metres(DistanceM), uncertainty: metres(UncertaintyM) });
  const verdictText = ({ Verdict, Nearest, From, To, RecordedS }: Sighting, radiusM: number): string => {
    const isFullyRecorded = RecordedS * 1000 >= Date.parse(To) - Date.parse(From) - silenceMs;
    // A part was not recorded, but it is too short for driving there and back.
    const textKey = Verdict === 'away' && !(isFullyRecorded && Nearest) ? 'awayFar' : Verdict;
    return t(`words.${textKey}`, {
      radius: formatNumber(radiusM, 0, locale),
      ...(Nearest && { distance: distance(Nearest), at: moment(Nearest.At) }),
    });
  };
  return { t, moment, distance, verdictText, number: (value: number) => formatNumber(value, 0, locale) };
};

/** Figures behind the verdict, so that the reader can judge it. */
const AnswerFacts = ({ sighting }: { sighting: Sighting }) => {
  const { t, moment, distance, number } = useSightingWords();
  const { From, To, RecordedS, Fixes, AtMoment, Nearest, Before, After, Gaps } = sighting;
  const seen = (one: Seen | null) =>
    one === null
      ? t('facts.none')
      : [moment(one.At), t('facts.from', { distance: distance(one) }), one.Interpolated && t('interpolated')]
          .filter(Boolean)
          .join(', ');
  const minutes = (fromAt: string, toAt: string) => (Date.parse(toAt) - Date.parse(fromAt)) / 60_000;
  const facts = [
    ['window', `${moment(From)} – ${moment(To)}`],
    [
      'recorded',
      t('facts.fixes', { minutes: number(RecordedS / 60), whole: number(minutes(From, To)), fixes: number(Fixes) }),
    ],
    ['atMoment', seen(AtMoment)],
    ['nearest', seen(Nearest)],
    ['before', seen(Before)],
    ['after', seen(After)],
    ...(Gaps.length > 0
      ? ([['gaps', Gaps.map(gap => `${moment(gap.From)} – ${moment(gap.To)}`).join('; ')]] as const)
      : []),
  ] as const;
  return (
    <Box
      component="dl"
      sx={{ m: 0, mt: 2, display: 'grid', gap: 1.5, gridTemplateColumns: { sm: '1fr 1fr', xl: 'repeat(3, 1fr)' } }}
    >
      {facts.map(([name, text]) => (
        <div key={name}>
          <Typography component="dt" variant="caption" color="textSecondary">
            {t(`facts.${name}`)}
          </Typography>
          <Typography component="dd" sx={{ m: 0, overflowWrap: 'anywhere', fontVariantNumeric: 'tabular-nums' }}>
            {text}
          </Typography>
        </div>
      ))}
    </Box>
  );
};

const verdictIcons: { readonly [Verdict in SightingVerdict]: typeof HelpOutlined } = {
  there: CheckCircleOutlined,
  maybe: HelpOutlined,
  open: HelpOutlined,
  away: HighlightOffOutlined,
  nothing: HelpOutlined,
  noDevice: HelpOutlined,
};

interface Props {
  readonly sighting: Sighting;
  readonly radiusM: number;
  /** True if the reader may open the voucher. */
  readonly leads: boolean;
}

/** Verdict of the search in words, then in figures. */
export const SightingAnswer = ({ sighting, radiusM, leads }: Props) => {
  const { t, verdictText } = useSightingWords();
  const { Verdict, VoucherId, VoucherNumber, VehicleRegNumber, Vehicle, ClientName } = sighting;
  const Icon = verdictIcons[Verdict];
  const title = t(`verdicts.${Verdict}`);
  return (
    <Paper component="article" aria-label={title} sx={{ p: 2, minWidth: 0 }}>
      <Box sx={{ display: 'flex', gap: 1.5, alignItems: 'flex-start' }}>
        <Icon aria-hidden fontSize="large" sx={{ color: 'text.secondary' }} />
        <Box sx={{ minWidth: 0 }}>
          <Typography variant="h2">{title}</Typography>
          <Typography sx={{ overflowWrap: 'anywhere' }}>{verdictText(sighting, radiusM)}</Typography>
          <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
            {[VehicleRegNumber, Vehicle, ClientName, VoucherNumber].filter(Boolean).join(' · ')}
          </Typography>
          {leads && (
            <MuiLink
              component={Link}
              to={`/cabinet/scoring/${VoucherId}/${sighting.ObjectId ? `?voucherObjectId=${encodeURIComponent(sighting.ObjectId)}` : ''}`}
            >
              {t('toScoring')}
            </MuiLink>
          )}
        </Box>
      </Box>
      {Verdict !== 'noDevice' && <AnswerFacts sighting={sighting} />}
    </Paper>
  );
};
