import StarIcon from '@mui/icons-material/Star';
import { Box, Chip, Link, Paper, Tooltip, Typography } from '@mui/material';
import { useTranslate } from 'ra-core';
import type { AccidentDetail } from '../../../contract/shapes/accident.ts';
import { formatPosition, zoneName } from '../../../fields/format.ts';
import { exactMoment, placeOf } from '../formats.ts';
import { LockBar } from '../lock/LockBar.tsx';
import { useLanguage } from '../useLanguage.ts';
import { HeaderFact } from './HeaderFact.tsx';
import { MoveActions } from './MoveActions.tsx';
import { SeverityBadge } from './SeverityBadge.tsx';

const usePlace = (accident: AccidentDetail): string => {
  const translate = useTranslate();
  const locale = useLanguage();
  const { Latitude, Longitude } = accident;
  const place = placeOf(accident);
  if (place || Latitude === null || Longitude === null) return place || translate('accident.header.noPlace');
  return formatPosition(Latitude, Longitude, locale);
};

const Heading = ({ accident }: { accident: AccidentDetail }) => {
  const translate = useTranslate();
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, minWidth: 0 }}>
      <Typography variant="h1" sx={{ fontVariantNumeric: 'tabular-nums' }}>
        {translate('accident.title', { id: accident.CrashUniqueIdentifier })}
      </Typography>
      <SeverityBadge severity={accident.Severity} />
      <Chip size="small" label={translate(`accident.buckets.${accident.Status}`)} />
      {accident.Vip && (
        <Chip
          size="small"
          variant="outlined"
          icon={<StarIcon aria-hidden />}
          label={translate('accident.header.vip')}
        />
      )}
    </Box>
  );
};

/** What happened, to whom and where; beside it, what can be done about it. */
export const AccidentHeader = ({ accident }: { accident: AccidentDetail }) => {
  const translate = useTranslate();
  const locale = useLanguage();
  const vehicle = [accident.VehicleBrand, accident.VehicleModel, accident.VehicleYear].filter(Boolean).join(' ');
  const moment = new Date(accident.CrashDateTime);
  return (
    <Paper variant="outlined" component="header" sx={{ p: 1.5, display: 'grid', gap: 1.25 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, justifyContent: 'space-between' }}>
        <Heading accident={accident} />
        <MoveActions accident={accident} />
      </Box>
      <Box
        component="dl"
        sx={{
          m: 0,
          display: 'grid',
          columnGap: 2,
          rowGap: 1,
          gridTemplateColumns: { xs: '1fr 1fr', md: 'repeat(3, minmax(0, 1fr))', xl: 'auto repeat(3, minmax(0, 1fr))' },
        }}
      >
        <HeaderFact label={translate('accident.header.when')}>
          <Tooltip title={zoneName(moment, locale)}>
            <time dateTime={accident.CrashDateTime}>{exactMoment(accident.CrashDateTime, locale)}</time>
          </Tooltip>
        </HeaderFact>
        <HeaderFact label={translate('accident.header.status')}>{accident.StatusOfRoadAccident}</HeaderFact>
        <HeaderFact label={translate('accident.header.client')}>{accident.ClientName}</HeaderFact>
        <HeaderFact label={translate('accident.header.phone')}>
          {accident.ClientPhone && (
            <Link href={`tel:${accident.ClientPhone.replace(/[^+\d]/g, '')}`}>{accident.ClientPhone}</Link>
          )}
        </HeaderFact>
        <HeaderFact label={translate('accident.header.plate')}>{accident.VehicleRegNumber}</HeaderFact>
        <HeaderFact label={translate('accident.header.vehicle')}>
          {[vehicle, accident.VehicleColor.toLocaleLowerCase(locale)].filter(Boolean).join(', ')}
        </HeaderFact>
        <HeaderFact label={translate('accident.header.voucher')}>{accident.VoucherNumber}</HeaderFact>
        <HeaderFact label={translate('accident.header.place')}>{usePlace(accident)}</HeaderFact>
      </Box>
      <LockBar />
    </Paper>
  );
};
