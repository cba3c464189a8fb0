import { dayRange } from './filters/lazy.ts';
import { formatDay } from './format.ts';
import { empty, type FieldProps, type Kind } from './kind.ts';
import { TimeFigure } from './parts/Figure.tsx';
import { daySerial } from './serial.ts';
import { momentOf } from './value.ts';
import { useWords } from './words.ts';

/** The calendar day of what the wire says; a moment is cut to its day. */
const dayOf = (row: FieldProps['row'], name: string): string | undefined =>
  momentOf(row, name) && String(row[name]).slice(0, 10);

const DateCell = ({ row, name }: FieldProps) => {
  const { locale } = useWords();
  const day = dayOf(row, name);
  return day ? <TimeFigure dateTime={day}>{formatDay(day, locale)}</TimeFigure> : null;
};

export const date: Kind = {
  align: 'start',
  width: 10,
  Cell: DateCell,
  Display: DateCell,
  ...dayRange,
  exported: ({ row, name }, { locale }) => {
    const day = dayOf(row, name);
    if (!day) return empty;
    const format = locale === 'ru' ? 'dd.mm.yyyy' : 'dd mmm yyyy';
    return { type: 'time', serial: daySerial(day), format, text: formatDay(day, locale) };
  },
};
