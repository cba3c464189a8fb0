import MuiLink from '@mui/material/Link';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { holdsOne, rights } from '../../../contract/access.ts';
import type { AccidentDetail } from '../../../contract/shapes/accident.ts';
import { useMe } from '../queries.ts';

/** The voucher's number. Accounts with access to scoring get a link to the driving figures. */
export const VoucherLink = ({ accident }: { accident: AccidentDetail }) => {
  const { data: me } = useMe();
  const { VoucherId, VoucherNumber, ObjectId } = accident;
  if (VoucherId === null || !me || !holdsOne(me.Roles, rights.scoring)) return VoucherNumber;
  return (
    <MuiLink component={Link} to={`/cabinet/scoring/${VoucherId}/?voucherObjectId=${encodeURIComponent(ObjectId)}`}>
      {VoucherNumber}
    </MuiLink>
  );
};

/** Opens "Was it there?" with car, place and time of the crash. */
export const SightingLink = ({ accident }: { accident: AccidentDetail }) => {
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
