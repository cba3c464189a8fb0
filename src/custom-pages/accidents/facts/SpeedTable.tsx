import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { useTranslate } from 'react-admin';
import { formatSigned } from '../../../components/clock/signed.ts';
import type { Reconstruction } from '../../../contract/shapes/reconstruction.ts';
import { formatNumber } from '../../../fields/format.ts';
import { useLanguage } from '../../../i18n/useLanguage.ts';

export const SpeedTable = ({
  reconstruction: { Time, Speed, SpeedFrom, SpeedTo },
}: {
  reconstruction: Reconstruction;
}) => {
  const translate = useTranslate();
  const locale = useLanguage();
  const numberText = (value: number | null | undefined) => (value == null ? '—' : formatNumber(value, 1, locale));
  const seconds = Time.flatMap((time, index) => (Number.isInteger(time) ? [{ time, index }] : []));
  return (
    <TableContainer
      sx={{ maxHeight: 320 }}
      tabIndex={0}
      role="region"
      aria-label={translate('accident.reconstruction.table')}
    >
      <Table size="small" stickyHeader sx={{ fontVariantNumeric: 'tabular-nums' }}>
        <TableHead>
          <TableRow>
            <TableCell align="right">{translate('accident.curves.time.impact')}</TableCell>
            <TableCell align="right">{translate('accident.curves.speed')}</TableCell>
            <TableCell align="right">{translate('accident.reconstruction.low')}</TableCell>
            <TableCell align="right">{translate('accident.reconstruction.high')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {seconds.map(({ time, index }) => (
            <TableRow key={time}>
              <TableCell align="right">{formatSigned(time, 0, locale)}</TableCell>
              {[Speed, SpeedFrom, SpeedTo].map((values, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the columns never change their order
                <TableCell key={column} align="right">
                  {numberText(values[index])}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
};
