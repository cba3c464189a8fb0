import Box from '@mui/material/Box';
import { momentOf } from '../kinds/value.ts';
import { momentRange } from './filters/lazy.ts';
import { formatMoment, formatRelative, zoneName } from './format.ts';
import type { FieldProps, Kind } from './kind.ts';
import { TimeFigure } from './parts/Figure.tsx';
import { useI18n } from './useI18n.ts';

const Moment = ({ moment }: { moment: Date }) => {
  const { locale } = useI18n();
  return (
    <TimeFigure dateTime={moment.toISOString()} title={zoneName(moment, locale)}>
      {formatMoment(moment, locale)}
    </TimeFigure>
  );
};

const DateTimeCell = ({ row, name }: FieldProps) => {
  const moment = momentOf(row, name);
  return moment ? <Moment moment={moment} /> : null;
};

/** With the relative time beside it. */
const DateTimeDisplay = ({ row, name }: FieldProps) => {
  const { locale } = useI18n();
  const moment = momentOf(row, name);
  if (!moment) return null;
  return (
    <>
      <Moment moment={moment} />{' '}
      <Box component="span" sx={{ color: 'text.secondary', whiteSpace: 'nowrap' }}>
        {formatRelative(moment, new Date(), locale)}
      </Box>
    </>
  );
};

export const dateTime: Kind = {
  align: 'start',
  width: 14.9,
  Cell: DateTimeCell,
  Display: DateTimeDisplay,
  ...momentRange,
};
