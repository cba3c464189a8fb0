import ArticleOutlinedIcon from '@mui/icons-material/ArticleOutlined';
import AssignmentTurnedInOutlinedIcon from '@mui/icons-material/AssignmentTurnedInOutlined';
import DirectionsCarOutlinedIcon from '@mui/icons-material/DirectionsCarOutlined';
import FolderZipOutlinedIcon from '@mui/icons-material/FolderZipOutlined';
import PhoneIcon from '@mui/icons-material/Phone';
import PlaceOutlinedIcon from '@mui/icons-material/PlaceOutlined';
import ScheduleIcon from '@mui/icons-material/Schedule';
import StarIcon from '@mui/icons-material/Star';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import MuiLink from '@mui/material/Link';
import Paper from '@mui/material/Paper';
import type SvgIcon from '@mui/material/SvgIcon';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { Link, useLocation } from 'react-router-dom';
import { useCurrentMinute } from '../../../components/useCurrentMinute.ts';
import type { focusClientState } from '../../../components/useNextCase.ts';
import { hasAnyRole, rights } from '../../../contract/access.ts';
import type { AccidentDetail } from '../../../contract/shapes/accident.ts';
import { LazyBoundary, lazyComponent } from '../../../feedback/LazyBoundary.tsx';
import { formatPosition, formatSpan, formatTime, zoneName } from '../../../fields/format.ts';
import { ValueText } from '../../../fields/ValueText.tsx';
import { useLanguage } from '../../../i18n/useLanguage.ts';
import { accidents } from '../../../resources/accidents.ts';
import { dialled, readablePhone } from '../../../schema/kinds/phone.ts';
import { useVerdict } from '../facts/useVerdict.ts';
import { formatExactTime, formatPlace } from '../formats.ts';
import { useCrashCurves, useCrashMap, useMe } from '../queries.ts';
import { QueueButton } from '../queue/QueueButton.tsx';
import { useMayCreateDossier, useMayReadClient } from '../useMayEdit.ts';
import { ImpactBadge } from './ImpactBadge.tsx';

const LocalTime = ({ timeZone }: { timeZone: string }) => {
  const translate = useTranslate();
  const locale = useLanguage();
  const now = new Date(useCurrentMinute());
  const time = formatTime(now, timeZone);
  return (
    <Typography variant="caption" color="text.secondary" sx={{ fontVariantNumeric: 'tabular-nums' }}>
      {translate('accident.contact.localTime', { time, zone: zoneName(locale, timeZone) })}
    </Typography>
  );
};

const CallClientButton = ({ accident }: { accident: AccidentDetail }) => {
  const translate = useTranslate();
  const locale = useLanguage();
  const { ClientPhone: phone, ClientTimeZone: timeZone } = accident;
  if (!phone)
    return (
      <Typography variant="body2" color="text.secondary">
        {translate('accident.contact.noPhone')}
      </Typography>
    );
  const formattedPhone = readablePhone(phone, locale);
  return (
    <Box sx={{ flex: 'none', display: 'grid', justifyItems: 'start', gap: 0.25 }}>
      <Button
        href={`tel:${dialled(phone)}`}
        variant="outlined"
        size="large"
        startIcon={<PhoneIcon />}
        aria-label={translate('accident.contact.callTo', { phone: formattedPhone })}
        sx={{ typography: 'h3', fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap', py: 0.25 }}
      >
        {formattedPhone}
      </Button>
      <LocalTime timeZone={timeZone} />
    </Box>
  );
};

/** The voucher's number. Accounts with access to scoring get a link to the driving figures. */
const VoucherLink = ({ accident }: { accident: AccidentDetail }) => {
  const { data: me } = useMe();
  const { VoucherId, VoucherNumber, ObjectId } = accident;
  if (VoucherId === null || !me || !hasAnyRole(me.Roles, rights.scoring)) return VoucherNumber;
  return (
    <MuiLink component={Link} to={`/cabinet/scoring/${VoucherId}/?voucherObjectId=${encodeURIComponent(ObjectId)}`}>
      {VoucherNumber}
    </MuiLink>
  );
};

const twoLinesOfText = {
  fontWeight: 'fontWeightMedium',
  lineHeight: 1.25,
  overflowWrap: 'anywhere',
  display: '-webkit-box',
  WebkitLineClamp: 2,
  WebkitBoxOrient: 'vertical',
  overflow: 'hidden',
} as const;

const ClientDrawer = lazyComponent('ClientDrawer', () => import('../client/ClientDrawer.tsx'), 'client');

/** The client's name. It opens the client's sheet. */
const ClientName = ({ accident }: { accident: AccidentDetail }) => {
  const translate = useTranslate();
  const mayRead = useMayReadClient(accident);
  const { ClientId, ClientName: name } = accident;
  const [open, setOpen] = useState(false);
  if (typeof ClientId !== 'number') return name || '—';
  return (
    <>
      <MuiLink
        component="button"
        type="button"
        color="inherit"
        aria-haspopup="dialog"
        title={translate('accident.header.clientSheet', { name })}
        onPointerEnter={() => void ClientDrawer.fetch().catch(() => undefined)}
        onClick={() => setOpen(true)}
        sx={{ font: 'inherit', textAlign: 'start' }}
      >
        {name || '—'}
      </MuiLink>
      {open && (
        <LazyBoundary waiting={null}>
          <ClientDrawer clientId={ClientId} name={name} mayRead={mayRead} onClose={() => setOpen(false)} />
        </LazyBoundary>
      )}
    </>
  );
};

/** Link to the page "Was it there?", filled in with car, place and time of the crash. */
const SightingLink = ({ accident }: { accident: AccidentDetail }) => {
  const translate = useTranslate();
  const { VehicleRegNumber, VoucherNumber, Latitude, Longitude, CrashDateTime } = accident;
  const query = new URLSearchParams({
    ...(VehicleRegNumber ? { plate: VehicleRegNumber } : { voucher: VoucherNumber }),
    ...(Latitude !== null && Longitude !== null && { place: `${Latitude.toFixed(5)}, ${Longitude.toFixed(5)}` }),
    at: CrashDateTime,
  });
  return (
    <MuiLink component={Link} to={`/cabinet/screener/?${query}`}>
      {translate('accident.header.wasItThere')}
    </MuiLink>
  );
};

const DossierDialog = lazyComponent('DossierDialog', () => import('../dossier/DossierDialog.tsx'), 'dossier');

/** Button that opens the dossiers of an accident. Only users who may create a dossier of this case see it. */
const DossierButton = ({ accident }: { accident: AccidentDetail }) => {
  const translate = useTranslate();
  const [open, setOpen] = useState(false);
  if (!useMayCreateDossier(accident)) return null;
  return (
    <>
      <Button
        size="small"
        startIcon={<FolderZipOutlinedIcon />}
        onPointerEnter={() => void DossierDialog.fetch().catch(() => undefined)}
        onClick={() => setOpen(true)}
      >
        {translate('accident.header.dossier')}
      </Button>
      {open && (
        <LazyBoundary waiting={null}>
          <DossierDialog accidentId={accident.Id} onClose={() => setOpen(false)} />
        </LazyBoundary>
      )}
    </>
  );
};

/** A fact with an icon instead of a visible label. Screen readers read the label. */
const IconFact = ({ Icon, label, children }: { Icon: typeof SvgIcon; label: string; children: ReactNode }) => (
  <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, minWidth: 0 }}>
    <Icon fontSize="small" titleAccess={label} sx={{ color: 'text.secondary' }} />
    <Typography variant="body2" component="span" sx={{ overflowWrap: 'anywhere', fontVariantNumeric: 'tabular-nums' }}>
      {children}
    </Typography>
  </Box>
);

const usePlaceText = (accident: AccidentDetail): string => {
  const translate = useTranslate();
  const locale = useLanguage();
  const { Latitude, Longitude } = accident;
  // The postal code is left out, because a phone call does not need it.
  const place = formatPlace({ ...accident, ZipCode: '' });
  if (place || Latitude === null || Longitude === null) return place || translate('accident.header.noPlace');
  return formatPosition(Latitude, Longitude, locale);
};

const Waiting = ({ accident: { WaitingSince: since, FirstCallBy: target } }: { accident: AccidentDetail }) => {
  const translate = useTranslate();
  const locale = useLanguage();
  const now = useCurrentMinute();
  const spanUntil = (untilMs: number) => formatSpan(Math.max(0, untilMs - Date.parse(since)) / 1000, locale);
  const isLate = target !== null && Date.parse(target) <= now;
  return (
    <Box
      component="time"
      dateTime={since}
      title={formatExactTime(since, locale)}
      sx={{ color: isLate ? 'error.main' : undefined }}
    >
      {target === null
        ? translate('accident.header.waiting', { span: spanUntil(now) })
        : translate('accident.queue.waiting', { waited: spanUntil(now), target: spanUntil(Date.parse(target)) })}
    </Box>
  );
};

/** Tells screen readers which case is open now, because the next case opens in the same page. */
const OpenedCase = ({ accident }: { accident: AccidentDetail }) => {
  const translate = useTranslate();
  const [isShown, setShown] = useState(false);
  // A live region is read only if its text changes after it has been drawn.
  useEffect(() => setShown(true), []);
  return (
    <Box role="status" sx={{ position: 'absolute', width: '1px', height: '1px', overflow: 'hidden' }}>
      {isShown && [translate('accident.title', { id: accident.CrashUniqueIdentifier }), accident.ClientName].join(', ')}
    </Box>
  );
};

/**
 * Returns a reference for the client's name. If the case was opened to be worked on, the page begins at its top, with the
 * name in focus, so that nobody dials the former client.
 */
const useFocusOnOpening = () => {
  const name = useRef<HTMLParagraphElement>(null);
  const { key, state } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation has a key of its own
  useEffect(() => {
    if (!(state as Partial<typeof focusClientState> | null)?.focusesClient) return;
    window.scrollTo(0, 0);
    name.current?.focus({ preventScroll: true });
  }, [key]);
  return name;
};

/** Two lines of the bar: a strong one above a quiet one. Long texts are cut and shown whole as a tooltip. */
const TwoLines = ({ children, width }: { children: ReactNode; width: string }) => (
  <Box sx={{ flex: width, minWidth: 0, display: 'grid', alignContent: 'center', rowGap: 0.25 }}>{children}</Box>
);

/** Bar that never leaves: number, client, car, phone, verdict, waiting time, and who has the case. */
export const AccidentHeader = ({ accident, children }: { accident: AccidentDetail; children?: ReactNode }) => {
  const translate = useTranslate();
  const { answer } = useVerdict(accident, useCrashMap(accident.Id).data, useCrashCurves(accident.Id).data);
  const vehicle = [accident.VehicleRegNumber, accident.VehicleBrand, accident.VehicleModel].filter(Boolean).join(' · ');
  return (
    <Paper
      component="header"
      square
      data-strip
      sx={{
        position: { md: 'sticky' },
        top: 'calc(var(--frame-header) + var(--frame-subheader))',
        zIndex: 'mobileStepper',
        display: 'flex',
        flexWrap: { xs: 'wrap', md: 'nowrap' },
        alignItems: 'center',
        columnGap: 2,
        rowGap: 0.5,
        minHeight: 72,
        // The bar covers the page's margins.
        mx: { xs: -2, lg: -3 },
        mt: { xs: -2, lg: -3 },
        px: { xs: 2, lg: 3 },
        py: { xs: 1, md: 0 },
        border: 0,
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      <QueueButton accidentId={accident.Id} />
      <TwoLines width="none">
        <Typography variant="h2" component="h1" noWrap sx={{ fontVariantNumeric: 'tabular-nums' }}>
          {translate('accident.title', { id: accident.CrashUniqueIdentifier })}
        </Typography>
        <Box sx={{ display: 'flex', gap: 0.5 }}>
          {accident.Kind !== 'crash' && (
            <Chip
              size="small"
              color="error"
              label={<ValueText resource={accidents} name="Kind" value={accident.Kind} />}
            />
          )}
          <ImpactBadge facts={accident.Facts} />
        </Box>
      </TwoLines>
      <TwoLines width="1 1 120px">
        {/* A long name takes two lines, because its end tells members of a family apart. */}
        <Typography ref={useFocusOnOpening()} tabIndex={-1} sx={twoLinesOfText}>
          <ClientName accident={accident} />
        </Typography>
        <Typography variant="body2" color="text.secondary" noWrap title={vehicle}>
          {vehicle || '—'}
        </Typography>
      </TwoLines>
      <CallClientButton accident={accident} />
      <TwoLines width="1.2 1 140px">
        <Typography variant="body2" component="h2" title={answer} sx={twoLinesOfText}>
          {answer}
        </Typography>
        {accident.Status === 'opened' && (
          <Typography variant="body2" color="text.secondary" noWrap>
            <Waiting accident={accident} />
          </Typography>
        )}
      </TwoLines>
      {children}
      <OpenedCase accident={accident} />
    </Paper>
  );
};

/** Line under the bar of the case: time, place, car, voucher, status, and links. The impact has a part of its own. */
export const CaseFacts = ({ accident }: { accident: AccidentDetail }) => {
  const translate = useTranslate();
  const locale = useLanguage();
  const vehicle = [accident.VehicleBrand, accident.VehicleModel, accident.VehicleYear].filter(Boolean).join(' ');
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 1.5,
        rowGap: 0.25,
      }}
    >
      <IconFact Icon={ScheduleIcon} label={translate('accident.header.when')}>
        <Tooltip title={zoneName(locale)}>
          <time dateTime={accident.CrashDateTime}>{formatExactTime(accident.CrashDateTime, locale)}</time>
        </Tooltip>
      </IconFact>
      <IconFact Icon={PlaceOutlinedIcon} label={translate('accident.header.place')}>
        {usePlaceText(accident)}
      </IconFact>
      <IconFact Icon={DirectionsCarOutlinedIcon} label={translate('accident.header.vehicle')}>
        {[vehicle, accident.VehicleColor.toLocaleLowerCase(locale)].filter(Boolean).join(', ') || '—'}
      </IconFact>
      {accident.VoucherNumber && (
        <IconFact Icon={ArticleOutlinedIcon} label={translate('accident.header.voucher')}>
          <VoucherLink accident={accident} />
        </IconFact>
      )}
      <Chip size="small" label={translate(`accident.buckets.${accident.Status}`)} />
      <IconFact Icon={AssignmentTurnedInOutlinedIcon} label={translate('accident.header.status')}>
        <ValueText resource={accidents} name="StatusOfRoadAccidentID" value={accident.StatusOfRoadAccidentID} />
      </IconFact>
      {accident.Vip && (
        <Chip
          size="small"
          variant="outlined"
          icon={<StarIcon aria-hidden />}
          label={translate('accident.header.vip')}
        />
      )}
      {/* The button of the dossier appears with the lease. Its height is reserved, so that nothing moves then. */}
      <Box sx={{ ml: 'auto', minHeight: 36, display: 'flex', alignItems: 'center', gap: 1 }}>
        {accident.VoucherNumber && (
          <Typography variant="body2" component="span">
            <SightingLink accident={accident} />
          </Typography>
        )}
        <DossierButton accident={accident} />
      </Box>
    </Box>
  );
};
