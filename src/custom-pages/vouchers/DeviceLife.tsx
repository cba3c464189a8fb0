import MuiLink from '@mui/material/Link';
import Skeleton from '@mui/material/Skeleton';
import type { RaRecord } from 'react-admin';
import { Link } from 'react-router-dom';
import { Notice } from '../../components/Notice.tsx';
import type { DeviceExtraProperties } from '../../contract/shapes/voucher.ts';
import { useI18n } from '../../fields/useI18n.ts';
import { anomalies } from '../../resources/anomalies.ts';
import { vouchers } from '../../resources/vouchers.ts';
import { recordPathById } from '../../schema/addresses.ts';
import { Related } from '../../screens/record/Related.tsx';
import { SectionPaper } from '../../screens/record/Sections.tsx';
import { PeriodTable } from './PeriodTable.tsx';

export const DeviceLife = ({ record }: { record: RaRecord }) => {
  const { translate } = useI18n();
  // A device from a row of the list, or just saved by the form, has no history yet. The whole device is being fetched.
  const periods = record.LifeLine as DeviceExtraProperties['LifeLine'] | undefined;
  if (!periods) return <Skeleton variant="rounded" height={240} />;
  const currentPeriod = periods.find(({ To }) => To === null);
  return (
    <>
      <SectionPaper title={translate('voucher.device.faults')}>
        {currentPeriod ? (
          <Related
            heading={translate('voucher.device.faults')}
            list={anomalies.name}
            referenceField="VoucherId"
            id={currentPeriod.VoucherId}
            title={currentPeriod.VoucherNumber}
            emptyText={translate('voucher.device.noFaults')}
          />
        ) : (
          <Notice area="line" title={translate('voucher.device.idle')} />
        )}
      </SectionPaper>
      <PeriodTable
        periods={periods}
        columnKind="voucher"
        about={`IMEI ${record.Imei}`}
        cellText={({ VoucherNumber }) => VoucherNumber}
        empty={translate('voucher.device.lineNever')}
        renderCell={({ VoucherId, VoucherNumber }) => (
          <MuiLink component={Link} to={recordPathById(vouchers, VoucherId) ?? ''} sx={{ py: 0.5 }}>
            {VoucherNumber}
          </MuiLink>
        )}
      />
    </>
  );
};
