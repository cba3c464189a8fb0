import AssignmentOutlined from '@mui/icons-material/AssignmentOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MuiLink from '@mui/material/Link';
import MenuItem from '@mui/material/MenuItem';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import Tab from '@mui/material/Tab';
import TextField from '@mui/material/TextField';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { ApiError } from '../../api/client.ts';
import { PageAction, PageActions } from '../../components/PageActions.tsx';
import { QueryContent } from '../../components/QueryContent.tsx';
import { ScrollableTabs } from '../../components/ScrollableTabs.tsx';
import { bandKey, bandTextColour, intervalText } from '../../components/score/ScoreText.tsx';
import { maxPeriodDays } from '../../contract/limits.ts';
import { bandOf } from '../../contract/scoring.ts';
import type { ExplainedPeriodFigures } from '../../contract/shapes/statistics.ts';
import { LazyBoundary, lazyComponent } from '../../feedback/LazyBoundary.tsx';
import { DateBox } from '../../fields/dates/DateBox.tsx';
import { incompleteDate } from '../../fields/dates/wire.ts';
import { clients } from '../../resources/clients.ts';
import { vouchers } from '../../resources/vouchers.ts';
import { recordPath, recordPathById } from '../../schema/addresses.ts';
import { useZone } from '../../settings/zone.ts';
import type { PanelProps } from './panelProps.ts';
import { addDays, periodChoices, periodFaults, type Span, spanForChoice, todayIn } from './period.ts';
import { type ScoringObject, useFigures, usePeriod, useVehicles, useVoucher, vehicleTexts } from './queries.ts';
import { ScoringNotFound } from './ScoringNotFound.tsx';
import { useFormat } from './useFormat.ts';
import { type PageState, scoringTabs, usePageState } from './usePageState.ts';

const ScoreFigure = ({ period }: { period: ExplainedPeriodFigures }) => {
  const { translate, number, locale } = useFormat();
  const { Score, ScoreLow, ScoreHigh, Band, Explanation, ScoreReason } = period;
  if (Score === null)
    return (
      <Box sx={{ maxWidth: '36ch' }}>
        <Typography variant="h3" component="p">
          {translate('scoring.none.title')}
        </Typography>
        <Typography color="textSecondary" variant="body2">
          {translate(`scoring.none.${ScoreReason ?? 'notEnoughData'}`, {
            measured: number(period.MeasuredKm, 1),
            distance: number(period.DistanceKm, 1),
            least: number(Explanation.LeastDistanceKm),
          })}
        </Typography>
      </Box>
    );
  const band = Band ?? bandOf(Score);
  const bandName = translate(bandKey(band));
  const interval = intervalText(ScoreLow, ScoreHigh, locale);
  const text = translate('scoring.bandOf', { score: number(Score, 1), interval, band: bandName });
  return (
    <Box role="img" aria-label={text} sx={{ display: 'flex', alignItems: 'center', gap: 1.5 }}>
      <Typography
        component="div"
        sx={{ fontSize: '2.5rem', lineHeight: 1, fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}
      >
        {number(Score, 1)}
      </Typography>
      <div>
        <Typography component="div" variant="subtitle2" sx={{ color: bandTextColour(band) }}>
          {bandName}
        </Typography>
        <Typography component="div" variant="body2" color="textSecondary">
          {translate('scoring.interval', { interval })}
        </Typography>
      </div>
    </Box>
  );
};

/** Score of the object since its activation. The list of scores shows it as a choice. */
const AllTimeScore = ({ scoringObject }: { scoringObject: ScoringObject }) => {
  const { translate, number } = useFormat();
  const { data } = useFigures('GET /api/v2/StatisticSummingGlobal', scoringObject);
  return (
    <Typography variant="body2" color="textSecondary" sx={{ minHeight: '1.5em' }}>
      {data && data.Score !== null && translate('scoring.allTime', { score: number(data.Score, 1) })}
    </Typography>
  );
};

interface ScoringHeadProps {
  readonly scoringObject: ScoringObject;
  readonly voucher: ReturnType<typeof useVoucher>['data'];
  readonly period: ReturnType<typeof usePeriod>;
  readonly objectId: string | undefined;
  readonly onCarChange: (objectId: string) => void;
  /** The choice of the period, below. */
  readonly children: ReactNode;
}

/** The client's name. It leads to the client's sheet, which makes the page that explains the score to the client. */
const ClientName = ({ voucher }: { voucher: NonNullable<ScoringHeadProps['voucher']> }) => {
  const { translate } = useFormat();
  const { ClientId, ClientName: name } = voucher;
  const path = ClientId == null ? undefined : recordPathById(clients, ClientId);
  if (path === undefined) return name;
  return (
    <MuiLink component={Link} to={path} color="inherit" title={translate('scoring.toClient')}>
      {name}
    </MuiLink>
  );
};

const ScoringHead = ({ scoringObject, voucher, period, objectId, onCarChange, children }: ScoringHeadProps) => {
  const { translate } = useFormat();
  const cars = useVehicles(voucher?.id ?? 0, voucher !== undefined);
  const voucherPath = voucher && recordPath(vouchers, voucher);
  return (
    <Paper
      component="header"
      sx={{ px: 2, py: 1.5, display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}
    >
      <Box sx={{ flex: '1 1 260px', minWidth: 0 }}>
        <Typography variant="h1" sx={{ overflowWrap: 'anywhere' }}>
          {voucher ? <ClientName voucher={voucher} /> : <Skeleton width="60%" />}
        </Typography>
        <Typography color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
          {voucher ? (
            [...vehicleTexts({ voucher, cars, objectId }), voucher.VoucherNumber].filter(Boolean).join(' · ')
          ) : (
            <Skeleton width="40%" />
          )}
        </Typography>
      </Box>
      {cars.length > 1 && objectId !== undefined && (
        <TextField
          select
          label={translate('scoring.car')}
          value={cars.some(car => car.objectId === objectId) ? objectId : ''}
          onChange={event => onCarChange(event.target.value)}
          sx={{ minWidth: 240 }}
        >
          {cars.map(car => (
            <MenuItem key={car.objectId} value={car.objectId}>
              {car.title}
              {car.objectId === voucher?.ObjectId && ` (${translate('scoring.now')})`}
            </MenuItem>
          ))}
        </TextField>
      )}
      <Box
        sx={{
          minHeight: 64,
          minWidth: 120,
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          columnGap: 3,
        }}
      >
        {period.data ? <ScoreFigure period={period.data} /> : !period.isError && <Skeleton width={96} height={56} />}
        <AllTimeScore scoringObject={scoringObject} />
      </Box>
      {voucherPath && (
        <PageActions>
          <PageAction to={voucherPath} icon={<AssignmentOutlined />} label={translate('scoring.card')} />
        </PageActions>
      )}
      <Box sx={{ flex: '1 1 100%', minWidth: 0 }}>{children}</Box>
    </Paper>
  );
};

interface Props {
  /** The period whose figures the page shows now. */
  readonly span: Span;
  readonly onChange: (span: Span) => void;
}

const isSameSpan = (a: Span, b: Partial<Span>) => a.from === b.from && a.to === b.to;

/** Returns the two days that the user types, with their faults. A new period of the page replaces them. */
const useTypedSpan = (span: Span, today: string) => {
  const translate = useTranslate();
  const [typedSpan, setTypedSpan] = useState<{ readonly from: string | null; readonly to: string | null }>(span);
  const [syncedSpan, setSyncedSpan] = useState(span);
  if (!isSameSpan(syncedSpan, span)) {
    setSyncedSpan(span);
    setTypedSpan(span);
  }
  const completeDay = (day: string | null) => (day === null || day === incompleteDate ? undefined : day);
  const from = completeDay(typedSpan.from);
  const to = completeDay(typedSpan.to);
  const faults = periodFaults({ ...(from && { from }), ...(to && { to }) }, today);
  return {
    typedSpan,
    changeDay: (name: keyof Span, day: string | null) => setTypedSpan(previous => ({ ...previous, [name]: day })),
    validSpan: from && to && !faults.from && !faults.to ? { from, to } : undefined,
    faultText: (name: keyof Span) => {
      const fault = faults[name];
      if (fault === 'tooLong') return translate('scoring.period.tooLong', { days: maxPeriodDays });
      if (fault) return translate(`validation.${fault}`);
      return typedSpan[name] ? undefined : translate('validation.required');
    },
  };
};

/** Buttons for the periods that end today, such as the present month. */
const PeriodPresets = ({ span, today, onChange }: Props & { readonly today: string }) => {
  const translate = useTranslate();
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      value={periodChoices.find(choice => isSameSpan(span, spanForChoice(choice, today))) ?? null}
      onChange={(_, choice) => choice && onChange(spanForChoice(choice, today))}
      aria-label={translate('scoring.period.label')}
      // All buttons stand in one row on a phone, because a group that wraps has no border at the break.
      sx={{ mt: { sm: 3.25 }, width: { xs: 1, sm: 'auto' }, order: { xs: -1, sm: 'unset' } }}
    >
      {periodChoices.map(choice => (
        <ToggleButton
          key={choice}
          value={choice}
          sx={{ textTransform: 'none', flex: 'auto', px: { xs: 0.5, sm: 1.25 } }}
        >
          {translate(`scoring.period.choices.${choice}`)}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
};

/** Chooses a period by a preset or by two days. An invalid period shows its fault and is not used. */
export const PeriodPicker = ({ span, onChange }: Props) => {
  const translate = useTranslate();
  const todayHere = todayIn(useZone());
  // Accepts tomorrow as the last day, because tomorrow may have begun in the time zone of a car further east.
  const today = span.to === addDays(todayHere, 1) ? span.to : todayHere;
  const { typedSpan, changeDay, validSpan, faultText } = useTypedSpan(span, today);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (validSpan) onChange(validSpan);
  };
  return (
    <Box
      component="form"
      noValidate
      onSubmit={submit}
      aria-label={translate('scoring.period.label')}
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-start', gap: 1.5 }}
    >
      {(['from', 'to'] as const).map(name => (
        <Box
          key={name}
          sx={theme => ({
            width: 192,
            // The boxes of the two dates stand side by side on a phone.
            [theme.breakpoints.down('sm')]: { width: 'calc(50% - 6px)', '& button': { p: 0.25 } },
          })}
        >
          <DateBox
            style="day"
            label={translate(`scoring.period.${name}`)}
            value={typedSpan[name]}
            onChange={day => changeDay(name, day)}
            error={faultText(name) !== undefined}
            help={faultText(name)}
          />
        </Box>
      ))}
      <Button
        type="submit"
        variant="outlined"
        disabled={!validSpan || isSameSpan(span, validSpan)}
        sx={{ mt: { sm: 3.25 } }}
      >
        {translate('scoring.period.apply')}
      </Button>
      <PeriodPresets span={span} today={today} onChange={onChange} />
      <Typography variant="caption" color="textSecondary" sx={{ flex: { xs: 1, sm: '1 0 100%' } }}>
        {translate('scoring.period.help')}
      </Typography>
    </Box>
  );
};

// The code of charts and maps loads when its tab opens.
const panels = {
  overview: lazyComponent('OverviewPanel', () => import('./overview/OverviewPanel.tsx')),
  trips: lazyComponent('TripsPanel', () => import('./trips/TripsPanel.tsx'), 'accident'),
  calendar: lazyComponent('CalendarPanel', () => import('./calendar/CalendarPanel.tsx')),
  places: lazyComponent('HeatPanel', () => import('./places/HeatPanel.tsx'), 'accident'),
  comparison: lazyComponent('ComparisonPanel', () => import('./comparison/ComparisonPanel.tsx')),
};

const isNotFound = (error: unknown) => error instanceof ApiError && error.status === 404;

/** Links that look like tabs. They are links, because each tab has its own address. */
const TabLinks = ({ tab, addressAfter }: Pick<PageState, 'tab'> & Pick<PanelProps, 'addressAfter'>) => {
  const translate = useTranslate();
  // Removes the ARIA role of a tab, because these are links. The Tab key reaches each link.
  const linkProps = { role: undefined, 'aria-selected': undefined, tabIndex: 0 };
  return (
    <nav aria-label={translate('scoring.tabs.label')}>
      <ScrollableTabs value={tab} slotProps={{ list: { role: undefined } }}>
        {scoringTabs.map(name => (
          <Tab
            key={name}
            value={name}
            label={translate(`scoring.tabs.${name}`)}
            component={Link}
            to={addressAfter({ tab: name, part: undefined })}
            preventScrollReset
            aria-current={name === tab ? 'page' : undefined}
            {...linkProps}
          />
        ))}
      </ScrollableTabs>
    </nav>
  );
};

const InvalidPeriodAlert = () => {
  const translate = useTranslate();
  return (
    <Alert severity="warning" sx={{ mb: 2 }}>
      {translate('scoring.period.wrong')}
    </Alert>
  );
};

export const ScoringView = ({ voucherId }: { voucherId: number }) => {
  const { changeState, addressAfter, ...state } = usePageState();
  const translate = useTranslate();
  const voucher = useVoucher(voucherId);
  const scoringObject: ScoringObject = { voucherId, ...(state.objectId !== undefined && { objectId: state.objectId }) };
  const period = usePeriod(scoringObject, state.span);
  if (isNotFound(voucher.error) || isNotFound(period.error)) return <ScoringNotFound kind="notFound" />;
  const skeleton = <Skeleton variant="rounded" height={480} />;
  if (voucher.isError && !voucher.data)
    return (
      <QueryContent query={voucher} skeleton={skeleton} failureText="scoring.failed">
        {() => null}
      </QueryContent>
    );
  const { data } = period;
  const span = state.span ?? (data ? { from: data.From, to: data.To } : spanForChoice('usual', todayIn('')));
  const objectId = state.objectId ?? voucher.data?.ObjectId;
  const Panel = panels[state.tab];
  return (
    <Box sx={{ display: 'grid', gap: 2, minWidth: 0, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <ScoringHead
        scoringObject={scoringObject}
        voucher={voucher.data}
        period={period}
        objectId={objectId}
        onCarChange={id => changeState({ objectId: id })}
      >
        {state.hasInvalidSpan && <InvalidPeriodAlert />}
        <PeriodPicker span={span} onChange={next => changeState({ span: next })} />
      </ScoringHead>
      {voucher.data?.Status === 'suspended' && (
        <Alert severity="info" variant="outlined">
          {translate('scoring.suspended')}
        </Alert>
      )}
      <TabLinks tab={state.tab} addressAfter={addressAfter} />
      {objectId === undefined ? (
        skeleton
      ) : (
        <LazyBoundary waiting={skeleton}>
          <Panel
            scoringObject={scoringObject}
            span={span}
            state={state}
            addressAfter={addressAfter}
            changeState={changeState}
          />
        </LazyBoundary>
      )}
    </Box>
  );
};
