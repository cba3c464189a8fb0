import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined';
import HelpOutlined from '@mui/icons-material/HelpOutlined';
import HighlightOffOutlined from '@mui/icons-material/HighlightOffOutlined';
import Box from '@mui/material/Box';
import MuiLink from '@mui/material/Link';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { Link, useSearchParams } from 'react-router-dom';
import { ApiError, api } from '../../api/client.ts';
import { useAccount } from '../../authProvider/account.ts';
import { FailureAlert } from '../../components/FailureAlert.tsx';
import type { City } from '../../components/map/cities.ts';
import type { PastPlace } from '../../components/map/PlaceBox.tsx';
import { Notice } from '../../components/Notice.tsx';
import { hasAnyRole, rights } from '../../contract/access.ts';
import type { SightedPosition, Sighting, SightingQuery, SightingVerdict } from '../../contract/shapes/sighting.ts';
import { LazyBoundary, lazyComponent } from '../../feedback/LazyBoundary.tsx';
import { refusalText } from '../../feedback/refusal.ts';
import { formatMoment, formatNumber } from '../../fields/format.ts';
import { useI18n } from '../../fields/useI18n.ts';
import { formatPlace, parsePlace } from '../../schema/kinds/coordinates.ts';
import { QuestionForm } from './QuestionForm.tsx';
import { changeQuestion, cityChanges, parseQuestion, type Question, toSightingQuery } from './question.ts';
import { RuleLinks } from './RuleLinks.tsx';

const showKilometresFromM = 2000;
/** Maximum time without fixes in a period that still counts as completely recorded, milliseconds. */
const maxUnrecordedMs = 60_000;

const useSightingTexts = () => {
  const { locale, translate } = useI18n();
  const t = (key: string, values?: object) => translate(`screener.there.${key}`, { ...values });
  const formatDistance = (value: number) =>
    value < showKilometresFromM
      ? t('metres', { value: formatNumber(value, 0, locale) })
      : t('kilometres', { value: formatNumber(value / 1000, 1, locale) });
  const momentText = (at: string) => `${formatMoment(new Date(at), locale)}:${at.slice(17, 19)}`;
  const distanceText = ({ DistanceM, UncertaintyM }: SightedPosition) =>
    t('distance', { distance: formatDistance(DistanceM), uncertainty: formatDistance(UncertaintyM) });
  const verdictText = ({ Verdict, Nearest, From, To, RecordedS }: Sighting, radiusM: number): string => {
    const isFullyRecorded = RecordedS * 1000 >= Date.parse(To) - Date.parse(From) - maxUnrecordedMs;
    // The text `awayFar` says that the gaps in the recording are too short for a drive to the place and back.
    const textKey = Verdict === 'away' && !(isFullyRecorded && Nearest) ? 'awayFar' : Verdict;
    return t(`words.${textKey}`, {
      radius: formatNumber(radiusM, 0, locale),
      ...(Nearest && { distance: distanceText(Nearest), at: momentText(Nearest.At) }),
    });
  };
  return {
    t,
    moment: momentText,
    distance: distanceText,
    verdictText,
    number: (value: number) => formatNumber(value, 0, locale),
  };
};

/** Figures behind the verdict of the search, so that the reader can judge the verdict. */
const AnswerFacts = ({ sighting }: { sighting: Sighting }) => {
  const { t, moment, distance, number } = useSightingTexts();
  const { From, To, RecordedS, Fixes, AtMoment, Nearest, Before, After, Gaps } = sighting;
  const describeSeen = (fix: SightedPosition | null) =>
    fix === null
      ? t('facts.none')
      : [moment(fix.At), t('facts.from', { distance: distance(fix) }), fix.Interpolated && t('interpolated')]
          .filter(Boolean)
          .join(', ');
  const minutesBetween = (fromAt: string, toAt: string) => (Date.parse(toAt) - Date.parse(fromAt)) / 60_000;
  const facts = [
    ['window', `${moment(From)} – ${moment(To)}`],
    [
      'recorded',
      t('facts.fixes', {
        minutes: number(RecordedS / 60),
        whole: number(minutesBetween(From, To)),
        fixes: number(Fixes),
      }),
    ],
    ['atMoment', describeSeen(AtMoment)],
    ['nearest', describeSeen(Nearest)],
    ['before', describeSeen(Before)],
    ['after', describeSeen(After)],
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
  readonly mayOpenVoucher: boolean;
}

/** Verdict of the search in words, then in figures. */
export const SightingAnswer = ({ sighting, radiusM, mayOpenVoucher }: SightingAnswerProps) => {
  const { t, verdictText } = useSightingTexts();
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
          {mayOpenVoucher && (
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

// The map on this page shows texts from the catalogue of the accident's page, which is loaded on demand.
const PlaceMap = lazyComponent('PlaceMap', () => import('../../components/map/PlaceMap.tsx'), 'accident');

const mapHeight = 'clamp(300px, 48vh, 560px)';

/** Turns the 404 for an unknown car into an answer, because a failure would also show a toast. */
const nullIfNotFound = (error: unknown): null => {
  if (error instanceof ApiError && error.status === 404) return null;
  throw error;
};

interface ResultProps {
  /** Answer of the search. Null: there is no such car. Undefined: no answer yet. */
  readonly data: { readonly Items: readonly Sighting[] } | null | undefined;
  readonly error: unknown;
  readonly busy: boolean;
  /** True if the form has changed since the search. */
  readonly isOutdated: boolean;
  readonly radiusM: number;
  readonly mayOpenVoucher: boolean;
  readonly onRetry: () => void;
}

/** Result of the search, or the reason why there is none. A new result scrolls into view. */
const SightingResult = ({ data, error, busy, isOutdated, radiusM, mayOpenVoucher, onRetry }: ResultProps) => {
  const translate = useTranslate();
  const t = (key: string) => translate(`screener.there.${key}`);
  const box = useRef<HTMLDivElement>(null);
  // On a phone the result would be below the screen.
  useEffect(() => {
    if (data !== undefined) box.current?.scrollIntoView?.({ block: 'nearest' });
  }, [data]);
  const content = () => {
    if (busy) return <Skeleton variant="rounded" height={220} />;
    if (isOutdated) return <Typography color="textSecondary">{t('changed')}</Typography>;
    if (data === null) return <Notice title={t('unknown')} text={t('unknownHelp')} />;
    if (error) return <FailureAlert text={refusalText(error, translate) ?? t('failed')} onRetry={onRetry} />;
    return (
      <>
        {data && data.Items.length > 1 && <Typography>{t('several')}</Typography>}
        {data?.Items.map(sighting => (
          <SightingAnswer
            key={sighting.VoucherId}
            sighting={sighting}
            radiusM={radiusM}
            mayOpenVoucher={mayOpenVoucher}
          />
        ))}
      </>
    );
  };
  return (
    <Box ref={box} role="status" aria-busy={busy} sx={{ display: 'grid', gap: 2, '&:empty': { mb: 0 } }}>
      {content()}
    </Box>
  );
};

export const SightingSearch = ({ isForCase }: { isForCase: boolean }) => {
  const translate = useTranslate();
  const t = (key: string) => translate(`screener.there.${key}`);
  const [search] = useSearchParams();
  const [question, setQuestion] = useState<Question>(() => parseQuestion(search));
  const sightingMutation = useMutation({
    mutationFn: (body: SightingQuery) => api('POST /api/v3/sightings')({ body }).catch(nullIfNotFound),
  });
  const change = (changes: Partial<Question>) => setQuestion(previous => changeQuestion(previous, changes));
  const [mapKey, setMapKey] = useState('');
  const chooseCity = (chosen: City) => {
    setMapKey(chosen.name.en);
    change(cityChanges(chosen));
  };
  const choosePastPlace = (chosen: PastPlace) => {
    setMapKey(chosen.place);
    change({ place: chosen.place });
  };
  const { isPending, variables } = sightingMutation;
  // The verdict is hidden when the form changes, because it would look like the answer to another place, time or car.
  const isCurrentAnswer =
    variables !== undefined && JSON.stringify(variables) === JSON.stringify(toSightingQuery(question));
  const { data, error } = isCurrentAnswer ? sightingMutation : { data: undefined, error: null };
  const submitQuestion = () => sightingMutation.mutate(toSightingQuery(question));
  return (
    <Box component="section" aria-label={t('title')} sx={{ display: 'grid', gap: 2, minWidth: 0 }}>
      <div>
        <Typography variant="h1">{t('title')}</Typography>
        <Typography color="textSecondary">
          {t('about')} {t(isForCase ? 'case' : 'audit')}
        </Typography>
      </div>
      {/* The answer stands above the map, because below the map it would be off the screen. */}
      <Box
        sx={{
          ...{ display: 'grid', columnGap: 2, alignItems: 'start' },
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(300px, 384px) minmax(0, 1fr)' },
          gridTemplateRows: { lg: 'auto 1fr' },
          '& > *': { mb: 2 },
          '& > form': { gridRow: { lg: '1 / 3' } },
        }}
      >
        <QuestionForm
          question={question}
          onChange={change}
          onCity={chooseCity}
          onPastPlace={choosePastPlace}
          onAsk={submitQuestion}
          busy={isPending}
        />
        <SightingResult
          data={data}
          error={error}
          busy={isPending}
          isOutdated={variables !== undefined && !isCurrentAnswer}
          radiusM={variables?.RadiusM ?? 0}
          mayOpenVoucher={!isForCase}
          onRetry={submitQuestion}
        />
        <LazyBoundary waiting={<Skeleton variant="rounded" sx={{ height: mapHeight }} />}>
          <PlaceMap
            // A new city or address replaces the map, because an existing map does not move to a new circle.
            key={mapKey}
            height={mapHeight}
            place={parsePlace(question.place)}
            radiusM={Number(question.radiusM)}
            track={data?.Items[0]?.Track}
            onPick={(latitude, longitude) => change({ place: formatPlace(latitude, longitude) })}
          />
        </LazyBoundary>
      </Box>
    </Box>
  );
};

/**
 * Checks of all vouchers and devices for managers, and "Was it there?" for all roles. An operator may ask "Was it
 * there?" only for the leased case.
 */
export const ScreenerPage = () => {
  const roles = useAccount()?.Roles ?? [];
  return (
    <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      {hasAnyRole(roles, rights.anomalies) && <RuleLinks />}
      <SightingSearch isForCase={!hasAnyRole(roles, rights.whereabouts)} />
    </Box>
  );
};
