import { dayOf } from '../schema/kinds/value.ts';
import { dayRange } from './filters/lazy.ts';
import { formatDay } from './format.ts';
import type { FieldProps, Kind } from './kind.ts';
import { TimeFigure } from './parts/Figure.tsx';
import { useI18n } from './useI18n.ts';

const DateCell = ({ row, name }: FieldProps) => {
  const { locale } = useI18n();
  const day = dayOf(row, name);
  return day ? <TimeFigure dateTime={day}>{formatDay(day, locale)}</TimeFigure> : null;
};

export const date: Kind = { align: 'start', widthCh: 10, Cell: DateCell, Display: DateCell, input: 'day', ...dayRange };
