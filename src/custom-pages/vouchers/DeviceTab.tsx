import MuiLink from '@mui/material/Link';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import type { RaRecord } from 'react-admin';
import { Link } from 'react-router-dom';
import { Failed } from '../../components/Failed.tsx';
import { Notice } from '../../components/Notice.tsx';
import type { DevicePart } from '../../contract/shapes/voucher.ts';
import { useI18n } from '../../fields/useI18n.ts';
import { devices } from '../../resources/devices.ts';
import { vouchers } from '../../resources/vouchers.ts';
import { addressById } from '../../schema/addresses.ts';
import { readablePhone } from '../../schema/kinds/phone.ts';
import { movesFrom } from '../../schema/life.ts';
import { SectionPaper } from '../../screens/record/Sections.tsx';
import { Facts } from './Facts.tsx';
import { PeriodTable, useMomentText } from './PeriodTable.tsx';
import { useDevice } from './useVoucherPart.ts';

const Now = ({ device, stage }: { device: DevicePart; stage: string }) => {
  const { translate } = useI18n();
  const text = useMomentText();
  const t = (key: string) => translate(`voucher.device.${key}`);
  if (device.Imei === null) {
    const canBeFitted = movesFrom(vouchers, stage).includes('attach');
    return <Notice place="line" title={canBeFitted ? `${t('none')} ${t('attach')}` : t('none')} />;
  }
  const page = device.Id === null ? undefined : addressById(devices, device.Id);
  const model = [`${device.ObuBrand} ${device.ObuModel}`.trim(), device.Alien && t('alien')].filter(Boolean).join(', ');
  return (
    <Facts
      facts={[
        {
          label: t('imei'),
          value: page ? (
            <MuiLink component={Link} to={page} sx={{ py: 0.5 }}>
              {device.Imei}
            </MuiLink>
          ) : (
            device.Imei
          ),
        },
        { label: t('model'), value: model },
        { label: t('sim'), value: readablePhone(device.SimNumber) },
        { label: t('since'), value: text(device.From) },
        { label: t('lastMessage'), value: text(device.LastMessageAt) ?? t('never') },
        { label: t('battery'), value: t('batteryUnknown') },
      ]}
    />
  );
};

/** The present device of a voucher, and the history of devices and vehicles. */
export const DeviceTab = ({ record }: { record: RaRecord }) => {
  const { translate } = useI18n();
  const { data, isError, isFetching, refetch } = useDevice(Number(record.id));
  if (isError) return <Failed text={translate('voucher.failed')} onRetry={refetch} busy={isFetching} />;
  if (!data) return <Skeleton variant="rounded" height={240} />;
  return (
    <>
      <SectionPaper title={translate('voucher.device.now')}>
        <Now device={data} stage={String(record.Status)} />
      </SectionPaper>
      <PeriodTable
        periods={data.LifeLine}
        of="imei"
        empty={translate('voucher.device.lineEmpty')}
        show={({ Imei, ObuBrand, ObuModel }) => (
          <>
            {Imei}
            <Typography variant="caption" color="textSecondary" component="div">
              {`${ObuBrand} ${ObuModel}`.trim()}
            </Typography>
          </>
        )}
      />
    </>
  );
};
