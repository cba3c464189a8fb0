import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import type { DeviceExtraProperties, DevicePeriod } from '../../contract/shapes/voucher.ts';
import { formatMoment } from '../../fields/format.ts';
import { useI18n } from '../../fields/useI18n.ts';
import { kindColumn } from '../../screens/export/columns.ts';
import { TableExport } from '../../screens/export/TableExport.tsx';
import { SectionPaper } from '../../screens/record/Sections.tsx';

/** On a phone each period of a device is a block of labelled values, because four columns do not fit. */
const stackedOnPhoneStyle = {
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

export const useMomentText = () => {
  const { locale } = useI18n();
  return (moment: string | null) => moment && formatMoment(new Date(moment), locale);
};

type Period = DevicePeriod | DeviceExtraProperties['LifeLine'][number];

interface Props<P extends Period> {
  readonly periods: readonly P[];
  /** Content of the column next to the vehicle: the devices of a voucher, or the vouchers of a device. */
  readonly columnKind: 'imei' | 'voucher';
  readonly renderCell: (period: P) => ReactNode;
  /** Content of that column in an exported file. */
  readonly cellText: (period: P) => string;
  /** Voucher or device that the periods belong to. */
  readonly about: string;
  readonly empty: string;
}

const PeriodRow = <P extends Period>({
  period,
  columnKind,
  renderCell,
}: Pick<Props<P>, 'columnKind' | 'renderCell'> & { period: P }) => {
  const { translate } = useI18n();
  const momentText = useMomentText();
  const label = (key: string) => translate(`voucher.device.${key}`);
  const { Vehicle, VehicleRegNumber, From, To, Scored } = period;
  return (
    <TableRow>
      <TableCell data-label={label(columnKind)}>{renderCell(period)}</TableCell>
      <TableCell data-label={label('vehicle')}>
        {Vehicle}
        <Typography variant="caption" color="textSecondary" component="div">
          {VehicleRegNumber}
        </Typography>
      </TableCell>
      <TableCell data-label={label('from')}>{momentText(From)}</TableCell>
      <TableCell data-label={label('to')}>
        {momentText(To) ?? translate('voucher.device.still')}
        {!Scored && (
          <Typography variant="caption" color="textSecondary" component="div">
            {translate('voucher.device.unscored')}
          </Typography>
        )}
      </TableCell>
    </TableRow>
  );
};

export const PeriodTable = <P extends Period>({
  periods,
  columnKind,
  renderCell,
  cellText,
  about,
  empty,
}: Props<P>) => {
  const { translate } = useI18n();
  const t = (key: string) => translate(`voucher.device.${key}`);
  return (
    <SectionPaper
      title={t('line')}
      tools={
        periods.length > 0 && (
          <TableExport
            table={{
              name: 'device-periods',
              title: t('line'),
              about,
              columns: [
                kindColumn<P>(t(columnKind), 'text', cellText),
                kindColumn<P>(t('vehicle'), 'text', ({ Vehicle }) => Vehicle),
                kindColumn<P>(t('plate'), 'plate', ({ VehicleRegNumber }) => VehicleRegNumber),
                kindColumn<P>(t('from'), 'dateTime', ({ From }) => From),
                kindColumn<P>(t('to'), 'dateTime', ({ To }) => To),
                kindColumn<P>(t('scored'), 'boolean', ({ Scored }) => Scored),
              ],
              readRows: () => periods,
            }}
          />
        )
      }
    >
      <Typography variant={periods.length > 0 ? 'body2' : 'body1'} color="textSecondary" gutterBottom>
        {periods.length > 0 ? t('lineHelp') : empty}
      </Typography>
      {periods.length > 0 && (
        <Table size="small" sx={stackedOnPhoneStyle}>
          <TableHead>
            <TableRow>
              {[columnKind, 'vehicle', 'from', 'to'].map(key => (
                <TableCell key={key}>{t(key)}</TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {periods.map(period => (
              <PeriodRow key={`${period.From} ${period.To}`} {...{ period, columnKind, renderCell }} />
            ))}
          </TableBody>
        </Table>
      )}
    </SectionPaper>
  );
};
