import MuiLink from '@mui/material/Link';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import type { RaRecord } from 'react-admin';
import { Link } from 'react-router-dom';
import { FailureAlert } from '../../components/FailureAlert.tsx';
import { Notice } from '../../components/Notice.tsx';
import type { DevicePart } from '../../contract/shapes/voucher.ts';
import { useI18n } from '../../fields/useI18n.ts';
import { devices } from '../../resources/devices.ts';
import { vouchers } from '../../resources/vouchers.ts';
import { recordPathById } from '../../schema/addresses.ts';
import { readablePhone } from '../../schema/kinds/phone.ts';
import { movesFrom } from '../../schema/lifeCycle.ts';
import { SectionPaper } from '../../screens/record/Sections.tsx';
import { Facts } from './Facts.tsx';
import { PeriodTable, useMomentText } from './PeriodTable.tsx';
import { useDevice } from './useVoucherPart.ts';

const CurrentDevice = ({ device, stage }: { device: DevicePart; stage: string }) => {
  const { translate, locale } = useI18n();
  const momentText = useMomentText();
  const t = (key: string) => translate(`voucher.device.${key}`);
  if (device.Imei === null) {
    const mayAttach = movesFrom(vouchers, stage).includes('attach');
    return <Notice area="line" title={mayAttach ? `${t('none')} ${t('attach')}` : t('none')} />;
  }
  const devicePath = device.Id === null ? undefined : recordPathById(devices, device.Id);
  const model = [`${device.ObuBrand} ${device.ObuModel}`.trim(), device.Alien && t('alien')].filter(Boolean).join(', ');
  return (
    <Facts
      facts={[
        {
          label: t('imei'),
          value: devicePath ? (
            <MuiLink component={Link} to={devicePath} sx={{ py: 0.5 }}>
              {device.Imei}
            </MuiLink>
          ) : (
            device.Imei
          ),
        },
        { label: t('model'), value: model },
        { label: t('sim'), value: readablePhone(device.SimNumber, locale) },
        { label: t('since'), value: momentText(device.From) },
        { label: t('lastMessage'), value: momentText(device.LastMessageAt) ?? t('never') },
        { label: t('battery'), value: t('batteryUnknown') },
      ]}
    />
  );
};

export const DeviceTab = ({ record }: { record: RaRecord }) => {
  const { translate } = useI18n();
  const { data, isError, isFetching, refetch } = useDevice(Number(record.id));
  if (isError) return <FailureAlert text={translate('voucher.failed')} onRetry={refetch} busy={isFetching} />;
  if (!data) return <Skeleton variant="rounded" height={240} />;
  return (
    <>
      <SectionPaper title={translate('voucher.device.now')}>
        <CurrentDevice device={data} stage={String(record.Status)} />
      </SectionPaper>
      <PeriodTable
        periods={data.LifeLine}
        columnKind="imei"
        about={[record.VoucherNumber, record.ClientName].filter(Boolean).join(' · ')}
        cellText={({ Imei, ObuBrand, ObuModel }) => `${Imei}, ${`${ObuBrand} ${ObuModel}`.trim()}`}
        empty={translate('voucher.device.lineEmpty')}
        renderCell={({ Imei, ObuBrand, ObuModel }) => (
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
