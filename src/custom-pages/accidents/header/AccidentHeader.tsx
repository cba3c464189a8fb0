import PlaceOutlinedIcon from '@mui/icons-material/PlaceOutlined';
import ScheduleIcon from '@mui/icons-material/Schedule';
import StarIcon from '@mui/icons-material/Star';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Paper from '@mui/material/Paper';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import type { AccidentDetail } from '../../../contract/shapes/accident.ts';
import { formatPosition, zoneName } from '../../../fields/format.ts';
import { ValueText } from '../../../fields/ValueText.tsx';
import { accidents } from '../../../resources/accidents.ts';
import { CallClient } from '../contact/CallClient.tsx';
import { DossierButton } from '../dossier/DossierButton.tsx';
import { exactMoment, placeOf } from '../formats.ts';
import { useLanguage } from '../useLanguage.ts';
import { HeaderFact, IconFact } from './HeaderFact.tsx';
import { ImpactBadge } from './ImpactBadge.tsx';
import { SightingLink, VoucherLink } from './Neighbours.tsx';

const usePlace = (accident: AccidentDetail): string => {
  const translate = useTranslate();
  const locale = useLanguage();
  const { Latitude, Longitude } = accident;
  // The postal code is left out, because it is of no use on the phone.
  const place = placeOf({ ...accident, ZipCode: '' });
  if (place || Latitude === null || Longitude === null) return place || translate('accident.header.noPlace');
  return formatPosition(Latitude, Longitude, locale);
};

/** Number, severity, time and place. */
const Heading = ({ accident }: { accident: AccidentDetail }) => {
  const translate = useTranslate();
  const locale = useLanguage();
  const moment = new Date(accident.CrashDateTime);
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
      {/* On a phone beside the number: at the end of the signs it would have a row of its own. */}
      <Box sx={{ ml: 'auto', order: { xs: -1, sm: 0 } }}>
        <DossierButton accident={accident} />
      </Box>
      {/* Time and place stay together: beside the title or below it. */}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, rowGap: 0.5, minWidth: 0 }}>
        <IconFact Icon={ScheduleIcon} label={translate('accident.header.when')}>
          <Tooltip title={zoneName(moment, locale)}>
            <time dateTime={accident.CrashDateTime}>{exactMoment(accident.CrashDateTime, locale)}</time>
          </Tooltip>
        </IconFact>
        <IconFact Icon={PlaceOutlinedIcon} label={translate('accident.header.place')}>
          {usePlace(accident)}
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
      <Heading accident={accident} />
      <Box
        sx={{
          display: 'flex',
          flexWrap: { xs: 'wrap', md: 'nowrap' },
          alignItems: 'center',
          columnGap: 3,
          rowGap: 0.75,
        }}
      >
        <CallClient accident={accident} />
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
