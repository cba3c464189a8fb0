import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { api } from '../../api/client.ts';
import { formatMoment } from '../../fields/format.ts';
import { useI18n } from '../../fields/useI18n.ts';
import { accidentPath } from '../../routes/listAddress.ts';

const isMoment = (value: unknown): value is string => typeof value === 'string' && !Number.isNaN(Date.parse(value));

/** Warns of accidents of the same car at about the same time, because a device mostly reports before a person does. */
export const AlreadyThere = () => {
  const translate = useTranslate();
  const { locale } = useI18n();
  const [voucher, at]: readonly unknown[] = useWatch({ name: ['VoucherId', 'CrashDateTime'] });
  const known = typeof voucher === 'number' && isMoment(at);
  const { data } = useQuery({
    queryKey: ['accidents', 'near', voucher, at],
    queryFn: ({ signal }) =>
      api('GET /api/v2/Accident/near')({ query: { VoucherId: Number(voucher), CrashDateTime: String(at) }, signal }),
    enabled: known,
    // Not cached, because a colleague or the device may report the accident meanwhile.
    gcTime: 0,
  });
  if (!known || !data) return null;
  return data.map(({ Id, ObjectId, CrashUniqueIdentifier, CrashDateTime, Status }) => (
    <Alert
      key={Id}
      severity="warning"
      action={
        <Button component={Link} to={accidentPath(Status, Id, ObjectId)} color="inherit" size="small">
          {translate('accident.near.open')}
        </Button>
      }
    >
      {translate('accident.near.there', {
        id: CrashUniqueIdentifier,
        when: formatMoment(new Date(CrashDateTime), locale),
      })}
    </Alert>
  ));
};
