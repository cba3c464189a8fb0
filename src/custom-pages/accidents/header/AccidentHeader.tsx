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
import { type ReactNode, useState } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { useCurrentMinute } from '../../../components/useCurrentMinute.ts';
import { hasAnyRole, rights } from '../../../contract/access.ts';
import type { AccidentDetail, CrashFacts } from '../../../contract/shapes/accident.ts';
import { LazyBoundary } from '../../../feedback/LazyBoundary.tsx';
import { lazyComponent } from '../../../feedback/lazyComponent.ts';
import { formatNumber, formatPosition, formatTime, zoneName } from '../../../fields/format.ts';
import { SeverityBadge } from '../../../fields/parts/SeverityBadge.tsx';
import { ValueText } from '../../../fields/ValueText.tsx';
import { useLanguage } from '../../../i18n/useLanguage.ts';
import { isFaulty, severityKey } from '../../../resources/accidents/impact.ts';
import { accidents } from '../../../resources/accidents.ts';
import { dialled, readablePhone } from '../../../schema/kinds/phone.ts';
import { formatExactTime, formatPlace } from '../formats.ts';
import { useMe } from '../queries.ts';
import { useMayCreateDossier } from '../useMayEdit.ts';

/** Present time of day in the client's time zone. */
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

/** The client's phone number in large type, with the present time of day in the client's time zone. */
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

/** A labelled fact in the header of an accident. An unknown value is a dash. */
const HeaderFact = ({ label, children }: { label: string; children: ReactNode }) => (
  <Box sx={{ minWidth: 0 }}>
    <Typography variant="caption" component="dt" color="text.secondary" sx={{ lineHeight: 1.25 }}>
      {label}
    </Typography>
    <Typography
      variant="body2"
      component="dd"
      sx={{ m: 0, overflowWrap: 'anywhere', fontVariantNumeric: 'tabular-nums' }}
    >
      {children || '—'}
    </Typography>
  </Box>
);

/** A fact with an icon instead of a visible label. Screen readers read the label. */
const IconFact = ({ Icon, label, children }: { Icon: typeof SvgIcon; label: string; children: ReactNode }) => (
  <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, minWidth: 0 }}>
    <Icon fontSize="small" titleAccess={label} sx={{ color: 'text.secondary' }} />
    <Typography variant="body2" component="span" sx={{ overflowWrap: 'anywhere', fontVariantNumeric: 'tabular-nums' }}>
      {children}
    </Typography>
  </Box>
);

/** Severity of the impact, drawn as in the list of accidents, with the peak acceleration. */
const ImpactBadge = ({ facts }: { facts: CrashFacts }) => {
  const { Severity, PeakG } = facts;
  const translate = useTranslate();
  const locale = useLanguage();
  if (!Severity) {
    const text = translate('accident.header.noSeverity', { reason: translate(severityKey(facts)) });
    return <Chip size="small" variant="outlined" color={isFaulty(facts) ? 'warning' : 'default'} label={text} />;
  }
  const peakText = PeakG === null ? '' : `, ${formatNumber(PeakG, 2, locale)} ${translate('accident.units.g')}`;
  const text = translate('accident.header.impact', { severity: translate(severityKey(facts)) });
  return (
    <Chip
      size="small"
      variant="outlined"
      label={<SeverityBadge severity={Severity}>{text + peakText}</SeverityBadge>}
      sx={({ palette }) => ({ borderColor: palette.severity[Severity], '& .MuiChip-label': { display: 'flex' } })}
    />
  );
};

const usePlaceText = (accident: AccidentDetail): string => {
  const translate = useTranslate();
  const locale = useLanguage();
  const { Latitude, Longitude } = accident;
  // The postal code is left out, because a phone call does not need it.
  const place = formatPlace({ ...accident, ZipCode: '' });
  if (place || Latitude === null || Longitude === null) return place || translate('accident.header.noPlace');
  return formatPosition(Latitude, Longitude, locale);
};

/** Heading of the accident's page: number, severity, time and place. */
const AccidentHeading = ({ accident }: { accident: AccidentDetail }) => {
  const translate = useTranslate();
  const locale = useLanguage();
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, rowGap: 0.5, minWidth: 0 }}>
      <Typography variant="h1" sx={{ order: -2, fontVariantNumeric: 'tabular-nums' }}>
        {translate('accident.title', { id: accident.CrashUniqueIdentifier })}
      </Typography>
      {accident.Kind !== 'crash' && (
        <Chip size="small" color="error" label={<ValueText resource={accidents} name="Kind" value={accident.Kind} />} />
      )}
      <ImpactBadge facts={accident.Facts} />
      <Chip size="small" label={translate(`accident.buckets.${accident.Status}`)} />
      {accident.Vip && (
        <Chip
          size="small"
          variant="outlined"
          icon={<StarIcon aria-hidden />}
          label={translate('accident.header.vip')}
        />
      )}
      {/* On a phone the dossier button stands before the badges, because after them it would need a row of its own. */}
      <Box sx={{ ml: 'auto', order: { xs: -1, sm: 0 } }}>
        <DossierButton accident={accident} />
      </Box>
      {/* One box keeps time and place together, beside the title or below it. */}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, rowGap: 0.5, minWidth: 0 }}>
        <IconFact Icon={ScheduleIcon} label={translate('accident.header.when')}>
          <Tooltip title={zoneName(locale)}>
            <time dateTime={accident.CrashDateTime}>{formatExactTime(accident.CrashDateTime, locale)}</time>
          </Tooltip>
        </IconFact>
        <IconFact Icon={PlaceOutlinedIcon} label={translate('accident.header.place')}>
          {usePlaceText(accident)}
        </IconFact>
        {accident.VoucherNumber && (
          <Typography variant="body2" component="span">
            <SightingLink accident={accident} />
          </Typography>
        )}
      </Box>
    </Box>
  );
};

export const AccidentHeader = ({ accident }: { accident: AccidentDetail }) => {
  const translate = useTranslate();
  const locale = useLanguage();
  const vehicle = [accident.VehicleBrand, accident.VehicleModel, accident.VehicleYear].filter(Boolean).join(' ');
  return (
    <Paper variant="outlined" component="header" sx={{ px: 1.5, py: 1, display: 'grid', gap: 0.75 }}>
      <AccidentHeading accident={accident} />
      <Box
        sx={{
          display: 'flex',
          flexWrap: { xs: 'wrap', md: 'nowrap' },
          alignItems: 'center',
          columnGap: 3,
          rowGap: 0.75,
        }}
      >
        <CallClientButton accident={accident} />
        <Box
          component="dl"
          sx={{
            m: 0,
            display: { xs: 'grid', md: 'flex' },
            gridTemplateColumns: '1fr 1fr',
            flexWrap: 'wrap',
            columnGap: { xs: 2, md: 2.5 },
            rowGap: 0.5,
          }}
        >
          <HeaderFact label={translate('accident.header.client')}>{accident.ClientName}</HeaderFact>
          <HeaderFact label={translate('accident.header.plate')}>{accident.VehicleRegNumber}</HeaderFact>
          <HeaderFact label={translate('accident.header.vehicle')}>
            {[vehicle, accident.VehicleColor.toLocaleLowerCase(locale)].filter(Boolean).join(', ')}
          </HeaderFact>
          <HeaderFact label={translate('accident.header.voucher')}>
            {accident.VoucherNumber && <VoucherLink accident={accident} />}
          </HeaderFact>
          <HeaderFact label={translate('accident.header.status')}>
            <ValueText resource={accidents} name="StatusOfRoadAccidentID" value={accident.StatusOfRoadAccidentID} />
          </HeaderFact>
        </Box>
      </Box>
    </Paper>
  );
};
