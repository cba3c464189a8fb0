import Box from '@mui/material/Box';
import { serverNow } from '../api/clock.ts';
import { useCurrentMinute } from '../components/useCurrentMinute.ts';
import { dayOf, momentOf } from '../schema/kinds/value.ts';
import { dayRange, momentRange } from './filters/lazy.ts';
import { formatDay, formatMoment, formatRelative, formatSpan, zoneName } from './format.ts';
import type { FieldProps, Kind } from './kind.ts';
import { TimeFigure } from './parts/Figure.tsx';
import { useI18n } from './useI18n.ts';

const Moment = ({ moment }: { moment: Date }) => {
  const { locale } = useI18n();
  return (
    <TimeFigure dateTime={moment.toISOString()} title={zoneName(locale)}>
      {formatMoment(moment, locale)}
    </TimeFigure>
  );
};

const Age = ({ moment }: { moment: Date }) => {
  const { locale } = useI18n();
  const minute = useCurrentMinute();
  return (
    <TimeFigure dateTime={moment.toISOString()} title={formatMoment(moment, locale)}>
      {formatSpan(Math.max(0, minute - moment.getTime()) / 1000, locale)}
    </TimeFigure>
  );
};

const DateTimeCell = ({ row, name, field }: FieldProps) => {
  const moment = momentOf(row, name);
  if (!moment) return null;
  return field.shownAsAge ? <Age moment={moment} /> : <Moment moment={moment} />;
};

/** Shows a time and then its distance from now, such as `5 min ago`. With `shownAsAge`, shows only the latter. */
const DateTimeDisplay = ({ row, name, field }: FieldProps) => {
  const { locale } = useI18n();
  const moment = momentOf(row, name);
  if (!moment) return null;
  if (field.shownAsAge) return <Age moment={moment} />;
  return (
    <>
      <Moment moment={moment} />{' '}
      <Box component="span" sx={{ color: 'text.secondary', whiteSpace: 'nowrap' }}>
        {formatRelative(moment, new Date(serverNow()), locale)}
      </Box>
    </>
  );
};

export const dateTime: Kind = {
  align: 'start',
  widthCh: 15.05,
  Cell: DateTimeCell,
  Display: DateTimeDisplay,
  input: 'moment',
  ...momentRange,
};

const DateCell = ({ row, name }: FieldProps) => {
  const { locale } = useI18n();
  const day = dayOf(row, name);
  return day ? <TimeFigure dateTime={day}>{formatDay(day, locale)}</TimeFigure> : null;
};

export const date: Kind = { align: 'start', widthCh: 10, Cell: DateCell, Display: DateCell, input: 'day', ...dayRange };
