import Box from '@mui/material/Box';
import { momentRange } from './filters/lazy.ts';
import { formatMoment, formatRelative, zoneName } from './format.ts';
import { empty, type FieldProps, type Kind } from './kind.ts';
import { TimeFigure } from './parts/Figure.tsx';
import { momentSerial } from './serial.ts';
import { momentOf } from './value.ts';
import { useWords } from './words.ts';

const Moment = ({ moment }: { moment: Date }) => {
  const { locale } = useWords();
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

/** With how long ago or how soon beside it. */
const DateTimeDisplay = ({ row, name }: FieldProps) => {
  const { locale } = useWords();
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
  exported: ({ row, name }, { locale }) => {
    const moment = momentOf(row, name);
    if (!moment) return empty;
    const format = locale === 'ru' ? 'dd.mm.yyyy hh:mm' : 'dd mmm yyyy hh:mm';
    return { type: 'time', serial: momentSerial(moment), format, text: formatMoment(moment, locale) };
  },
};
