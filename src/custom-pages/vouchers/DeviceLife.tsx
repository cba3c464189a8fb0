import MuiLink from '@mui/material/Link';
import Skeleton from '@mui/material/Skeleton';
import type { RaRecord } from 'react-admin';
import { Link } from 'react-router-dom';
import { Notice } from '../../components/Notice.tsx';
import type { DeviceKeys } from '../../contract/shapes/voucher.ts';
import { useI18n } from '../../fields/useI18n.ts';
import { anomalies } from '../../resources/anomalies.ts';
import { vouchers } from '../../resources/vouchers.ts';
import { addressById } from '../../schema/addresses.ts';
import { Related } from '../../screens/record/Related.tsx';
import { SectionPaper } from '../../screens/record/Sections.tsx';
import { PeriodTable } from './PeriodTable.tsx';

/** Present faults of a device, and the vouchers under which it worked. */
export const DeviceLife = ({ record }: { record: RaRecord }) => {
  const { translate } = useI18n();
  // A row of the list, or a record just saved by the form, has no history yet. The whole record is being fetched.
  const periods = record.LifeLine as DeviceKeys['LifeLine'] | undefined;
  if (!periods) return <Skeleton variant="rounded" height={240} />;
  const now = periods.find(({ To }) => To === null);
  return (
    <>
      <SectionPaper title={translate('voucher.device.faults')}>
        {now ? (
          <Related
            list={anomalies.name}
            by="VoucherId"
            id={now.VoucherId}
            title={now.VoucherNumber}
            empty={translate('voucher.device.noFaults')}
          />
        ) : (
          <Notice place="line" title={translate('voucher.device.idle')} />
        )}
      </SectionPaper>
      <PeriodTable
        periods={periods}
        of="voucher"
        empty={translate('voucher.device.lineNever')}
        show={({ VoucherId, VoucherNumber }) => (
          <MuiLink component={Link} to={addressById(vouchers, VoucherId) ?? ''} sx={{ py: 0.5 }}>
            {VoucherNumber}
          </MuiLink>
        )}
      />
    </>
  );
};
