import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined';
import HelpOutlined from '@mui/icons-material/HelpOutlined';
import HighlightOffOutlined from '@mui/icons-material/HighlightOffOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MuiLink from '@mui/material/Link';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import TextField from '@mui/material/TextField';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslate } from 'react-admin';
import { Link, useSearchParams } from 'react-router-dom';
import { ApiError, api } from '../../api/client.ts';
import { serverNow } from '../../api/clock.ts';
import { useAccount } from '../../authProvider/account.ts';
import { Failed } from '../../components/Failed.tsx';
import { Notice } from '../../components/Notice.tsx';
import { holdsOne, rights } from '../../contract/access.ts';
import { sightingMaxLength, sightingMinutes, sightingRadiusM } from '../../contract/limits.ts';
import type { Seen, Sighting, SightingQuery, SightingVerdict } from '../../contract/shapes/sighting.ts';
import { LazyBoundary } from '../../feedback/LazyBoundary.tsx';
import { lazyComponent } from '../../feedback/lazyComponent.ts';
import { refusalText } from '../../feedback/refusal.ts';
import { DateBox } from '../../fields/dates/DateBox.tsx';
import { formatMoment, formatNumber, zoneName } from '../../fields/format.ts';
import { useI18n } from '../../fields/useI18n.ts';
import { RuleLinks } from './RuleLinks.tsx';

/** Values of the form "Was it there?". */
export interface Question {
  readonly by: 'plate' | 'voucher';
  readonly name: string;
  readonly place: string;
  /** Moment in UTC, as sent to the server. Null: not chosen. */
  readonly at: string | null;
  readonly minutes: string;
  readonly radiusM: string;
}

const withPoints = /^\s*(-?\d{1,2}(?:\.\d+)?)\s*°?\s*[,;\s]\s*(-?\d{1,3}(?:\.\d+)?)\s*°?\s*$/;
/** Decimal commas as in Russian: `55,7558 37,6173`. A comma between the two numbers needs a space after it. */
const withCommas = /^\s*(-?\d{1,2},\d+)\s*°?(?:\s*;\s*|,?\s+)(-?\d{1,3},\d+)\s*°?\s*$/;

/** Parses `55.7558, 37.6173`, also with decimal commas, a semicolon or spaces between. Undefined: no coordinates. */
export const placeIn = (text: string): readonly [latitude: number, longitude: number] | undefined => {
  const match = withPoints.exec(text) ?? withCommas.exec(text);
  const [latitude, longitude] = [match?.[1], match?.[2]].map(part => Number(part?.replace(',', '.'))) as [
    number,
    number,
  ];
  return match && Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? [latitude, longitude] : undefined;
};

const placeText = (latitude: number, longitude: number): string => `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`;

/** Returns the form values of an address: `?plate=…&place=…&at=…`. */
export const questionIn = (search: URLSearchParams): Question => ({
  by: search.get('voucher') === null ? 'plate' : 'voucher',
  name: search.get('voucher') ?? search.get('plate') ?? '',
  place: search.get('place') ?? '',
  at: Number.isNaN(Date.parse(search.get('at') ?? '')) ? null : search.get('at'),
  minutes: String(sightingMinutes.usual),
  radiusM: String(sightingRadiusM.usual),
});

type Fault = 'required' | 'place' | 'bounds' | 'future';

const within = (text: string, min: number, max: number): boolean =>
  /^\d+$/.test(text.trim()) && Number(text) >= min && Number(text) <= max;

/** Returns the faults of a question by field. */
export const questionFaults = (
  question: Question,
  now = serverNow(),
): { readonly [Name in keyof Question]?: Fault } => ({
  ...(question.name.trim() === '' && { name: 'required' as const }),
  ...(question.place.trim() === ''
    ? { place: 'required' as const }
    : placeIn(question.place) === undefined && { place: 'place' as const }),
  ...(question.at === null || Number.isNaN(Date.parse(question.at))
    ? { at: 'required' as const }
    : Date.parse(question.at) > now && { at: 'future' as const }),
  ...(!within(question.minutes, 1, sightingMinutes.max) && { minutes: 'bounds' as const }),
  ...(!within(question.radiusM, sightingRadiusM.min, sightingRadiusM.max) && { radiusM: 'bounds' as const }),
});

/** Returns the request body of a question that has no faults. */
export const bodyOf = ({ by, name, place, at, minutes, radiusM }: Question): SightingQuery => {
  const [Latitude, Longitude] = placeIn(place) ?? [0, 0];
  return {
    ...(by === 'plate' ? { Plate: name.trim() } : { VoucherNumber: name.trim() }),
    ...{ Latitude, Longitude, At: at ?? '', Minutes: Number(minutes), RadiusM: Number(radiusM) },
  };
};

const kilometreFromM = 2000;
/** Maximum unrecorded time of a period that still counts as completely recorded, milliseconds. */
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
    // The gaps in the recording are too short for a drive to the place and back.
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

interface SightingAnswerProps {
  readonly sighting: Sighting;
  readonly radiusM: number;
  /** True if the reader may open the voucher. */
  readonly leads: boolean;
}

/** Verdict of the search in words, then in figures. */
export const SightingAnswer = ({ sighting, radiusM, leads }: SightingAnswerProps) => {
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

interface Props {
  readonly question: Question;
  readonly onChange: (changed: Partial<Question>) => void;
  readonly onAsk: () => void;
  readonly busy: boolean;
}

const useFaultTexts = (question: Question, tried: boolean) => {
  const translate = useTranslate();
  const faults = tried ? questionFaults(question) : {};
  return (name: keyof Question): string | undefined => {
    const fault = faults[name];
    if (!fault) return undefined;
    if (fault === 'place') return translate('screener.there.placeWrong');
    if (fault === 'future') return translate('screener.there.future');
    const { min, max } = name === 'minutes' ? { min: 1, max: sightingMinutes.max } : sightingRadiusM;
    return fault === 'bounds' ? translate('screener.there.bounds', { min, max }) : translate('validation.required');
  };
};

/** Form for car, place and time. */
export const QuestionForm = ({ question, onChange, onAsk, busy }: Props) => {
  const translate = useTranslate();
  const { locale } = useI18n();
  const t = (key: string) => translate(`screener.there.${key}`);
  const [tried, setTried] = useState(false);
  const faultText = useFaultTexts(question, tried);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!busy && Object.keys(questionFaults(question)).length === 0) onAsk();
  };
  const box = (name: 'name' | 'place' | 'minutes' | 'radiusM', label: string, help?: string) => (
    <TextField
      label={label}
      value={question[name]}
      onChange={event => onChange({ [name]: event.target.value })}
      error={faultText(name) !== undefined}
      helperText={faultText(name) ?? help}
      required
      fullWidth
      size="small"
      autoComplete="off"
      slotProps={{
        htmlInput: {
          maxLength: name === 'name' ? sightingMaxLength[question.by] : undefined,
          inputMode: name === 'name' || name === 'place' ? undefined : 'numeric',
        },
      }}
    />
  );
  return (
    <Paper component="form" noValidate onSubmit={submit} aria-label={t('title')} sx={{ p: 2, display: 'grid', gap: 2 }}>
      <ToggleButtonGroup
        exclusive
        size="small"
        value={question.by}
        onChange={(_, by) => by && onChange({ by })}
        aria-label={t('by')}
        fullWidth
      >
        <ToggleButton value="plate" sx={{ textTransform: 'none' }}>
          {t('byPlate')}
        </ToggleButton>
        <ToggleButton value="voucher" sx={{ textTransform: 'none' }}>
          {t('byVoucher')}
        </ToggleButton>
      </ToggleButtonGroup>
      {box('name', t(question.by))}
      {box('place', t('place'), t('placeHelp'))}
      <DateBox
        style="moment"
        label={t('at')}
        value={question.at}
        onChange={at => onChange({ at })}
        required
        error={faultText('at') !== undefined}
        help={faultText('at') ?? zoneName(new Date(), locale)}
      />
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', alignItems: 'end' }}>
        {box('minutes', t('minutes'))}
        {box('radiusM', t('radius'))}
      </Box>
      {/* The button is not disabled, because the focus would move from a disabled button to the field before it. */}
      <Button type="submit" variant="contained" aria-disabled={busy}>
        {t(busy ? 'asking' : 'ask')}
      </Button>
    </Paper>
  );
};

// The map uses the texts of the accident workbench.
const PlaceMap = lazyComponent('PlaceMap', () => import('./PlaceMap.tsx'), 'accident');

const mapHeight = 'clamp(300px, 48vh, 560px)';

/** Turns the 404 for an unknown car into an answer, because a failure would also show a toast. */
const toUnknown = (error: unknown): null => {
  if (error instanceof ApiError && error.status === 404) return null;
  throw error;
};

/** Page "Was it there?": the question, the map, and the verdict. */
export const SightingSearch = ({ ofCase }: { ofCase: boolean }) => {
  const translate = useTranslate();
  const t = (key: string) => translate(`screener.there.${key}`);
  const [search] = useSearchParams();
  const [question, setQuestion] = useState<Question>(() => questionIn(search));
  const asking = useMutation({
    mutationFn: (body: SightingQuery) => api('POST /api/v3/sightings')({ body }).catch(toUnknown),
  });
  const change = (changed: Partial<Question>) => setQuestion(now => ({ ...now, ...changed }));
  const { isPending, variables } = asking;
  // The verdict is hidden when the form changes, because it would look like the answer to another place, time or car.
  const isOfThis = variables !== undefined && JSON.stringify(variables) === JSON.stringify(bodyOf(question));
  const { data, error } = isOfThis ? asking : { data: undefined, error: null };
  const ask = () => asking.mutate(bodyOf(question));
  return (
    <Box component="section" aria-label={t('title')} sx={{ display: 'grid', gap: 2, minWidth: 0 }}>
      <div>
        <Typography variant="h1">{t('title')}</Typography>
        <Typography color="textSecondary">
          {t('about')} {t(ofCase ? 'case' : 'audit')}
        </Typography>
      </div>
      {/* On a phone the answer stands above the map, because below the map it would be off the screen. */}
      <Box
        sx={{
          ...{ display: 'grid', gap: 2, alignItems: 'start' },
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(300px, 384px) minmax(0, 1fr)' },
        }}
      >
        <QuestionForm question={question} onChange={change} onAsk={ask} busy={isPending} />
        <Box
          role="status"
          aria-busy={isPending}
          sx={{ display: 'grid', gap: 2, gridArea: { lg: '2 / 1 / auto / -1' } }}
        >
          {isPending && <Skeleton variant="rounded" height={220} />}
          {!isPending && variables && !isOfThis && <Typography color="textSecondary">{t('changed')}</Typography>}
          {!isPending && data === null && <Notice title={t('unknown')} text={t('unknownHelp')} />}
          {!isPending && error && <Failed text={refusalText(error, translate) ?? t('failed')} onRetry={ask} />}
          {!isPending && data && data.Items.length > 1 && <Typography>{t('several')}</Typography>}
          {!isPending &&
            data?.Items.map(sighting => (
              <SightingAnswer
                key={sighting.VoucherId}
                sighting={sighting}
                radiusM={variables?.RadiusM ?? 0}
                leads={!ofCase}
              />
            ))}
        </Box>
        <LazyBoundary waiting={<Skeleton variant="rounded" sx={{ height: mapHeight }} />}>
          <PlaceMap
            height={mapHeight}
            place={placeIn(question.place)}
            radiusM={Number(question.radiusM)}
            sighting={data?.Items[0]}
            onPick={(latitude, longitude) => change({ place: placeText(latitude, longitude) })}
          />
        </LazyBoundary>
      </Box>
    </Box>
  );
};

/**
 * Checks of the portfolio for managers, and "Was it there?" for all roles. An operator uses "Was it there?" for the
 * leased case.
 */
export const ScreenerPage = () => {
  const roles = useAccount()?.Roles ?? [];
  return (
    <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      {holdsOne(roles, rights.anomalies) && <RuleLinks />}
      <SightingSearch ofCase={!holdsOne(roles, rights.whereabouts)} />
    </Box>
  );
};
