import Skeleton from '@mui/material/Skeleton';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import type { RaRecord } from 'ra-core';
import { Failed } from '../../components/Failed.tsx';
import { Notice } from '../../components/Notice.tsx';
import type { DevicePart, DevicePeriod } from '../../contract/shapes/voucher.ts';
import { formatMoment } from '../../fields/format.ts';
import { useI18n } from '../../fields/useI18n.ts';
import { readablePhone } from '../../kinds/phone.ts';
import { movesFrom } from '../../resources/life.ts';
import { vouchers } from '../../resources/vouchers.ts';
import { SectionPaper } from '../../screens/record/Sections.tsx';
import { Facts } from './Facts.tsx';
import { useDevice } from './useVoucherPart.ts';

const useMomentText = () => {
  const { locale } = useI18n();
  return (moment: string | null) => moment && formatMoment(new Date(moment), locale);
};

const Now = ({ device, stage }: { device: DevicePart; stage: string }) => {
  const { translate } = useI18n();
  const text = useMomentText();
  const t = (key: string) => translate(`voucher.device.${key}`);
  if (device.Imei === null) {
    const canBeFitted = movesFrom(vouchers, stage).includes('attach');
    return <Notice place="line" title={canBeFitted ? `${t('none')} ${t('attach')}` : t('none')} />;
  }
  const model = [`${device.ObuBrand} ${device.ObuModel}`.trim(), device.Alien && t('alien')].filter(Boolean).join(', ');
  return (
    <Facts
      facts={[
        { label: t('imei'), value: device.Imei },
        { label: t('model'), value: model },
        { label: t('sim'), value: readablePhone(device.SimNumber) },
        { label: t('since'), value: text(device.From) },
        { label: t('lastMessage'), value: text(device.LastMessageAt) ?? t('never') },
        { label: t('battery'), value: t('batteryUnknown') },
      ]}
    />
  );
};

/** On a phone each period is a block of labelled values: four columns of dates do not fit. */
const stacked = {
  '@media (max-width: 599.95px)': {
    '& thead': { display: 'none' },
    '& tr': {
      display: 'grid',
      height: 'auto',
      gridTemplateColumns: '1fr 1fr',
      gap: 1,
      py: 1,
      borderBottom: 1,
      borderColor: 'divider',
    },
    '& td': { border: 0, p: 0, height: 'auto', overflowWrap: 'anywhere' },
    '& td::before': { content: 'attr(data-label)', display: 'block', color: 'text.secondary', typography: 'caption' },
  },
} as const;

const Line = ({ period }: { period: DevicePeriod }) => {
  const { translate } = useI18n();
  const text = useMomentText();
  const label = (key: string) => translate(`voucher.device.${key}`);
  const { Imei, ObuBrand, ObuModel, Vehicle, VehicleRegNumber, From, To, Scored } = period;
  return (
    <TableRow>
      <TableCell data-label={label('imei')}>
        {Imei}
        <Typography variant="caption" color="textSecondary" component="div">
          {`${ObuBrand} ${ObuModel}`.trim()}
        </Typography>
      </TableCell>
      <TableCell data-label={label('vehicle')}>
        {Vehicle}
        <Typography variant="caption" color="textSecondary" component="div">
          {VehicleRegNumber}
        </Typography>
      </TableCell>
      <TableCell data-label={label('from')}>{text(From)}</TableCell>
      <TableCell data-label={label('to')}>
        {text(To) ?? translate('voucher.device.still')}
        {!Scored && (
          <Typography variant="caption" color="textSecondary" component="div">
            {translate('voucher.device.unscored')}
          </Typography>
        )}
      </TableCell>
    </TableRow>
  );
};

const LifeLine = ({ periods }: { periods: readonly DevicePeriod[] }) => {
  const { translate } = useI18n();
  const t = (key: string) => translate(`voucher.device.${key}`);
  if (periods.length === 0) return <Typography color="textSecondary">{t('lineEmpty')}</Typography>;
  return (
    <>
      <Typography variant="body2" color="textSecondary" gutterBottom>
        {t('lineHelp')}
      </Typography>
      <Table size="small" sx={stacked}>
        <TableHead>
          <TableRow>
            {['imei', 'vehicle', 'from', 'to'].map(key => (
              <TableCell key={key}>{t(key)}</TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {periods.map(period => (
            <Line key={`${period.Imei} ${period.From} ${period.To}`} period={period} />
          ))}
        </TableBody>
      </Table>
    </>
  );
};

/** The device under a voucher, and which one worked in which vehicle before. */
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
      <SectionPaper title={translate('voucher.device.line')}>
        <LifeLine periods={data.LifeLine} />
      </SectionPaper>
    </>
  );
};
