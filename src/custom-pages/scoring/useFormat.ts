import { formatDay, formatDuration, formatMoment, formatNumber } from '../../fields/format.ts';
import { useI18n } from '../../fields/useI18n.ts';

const dash = '—';

/** Returns formatters for figures in the reader's language. An unknown figure is a dash, never a zero. */
export const useFormat = () => {
  const { locale, translate } = useI18n();
  const orDash =
    <T>(format: (value: T) => string) =>
    (value: T | null | undefined): string =>
      value === null || value === undefined ? dash : format(value);
  return {
    locale,
    translate,
    number: (value: number | null | undefined, decimals = 0) =>
      orDash((n: number) => formatNumber(n, decimals, locale))(value),
    duration: orDash(formatDuration),
    day: orDash((day: string) => formatDay(day, locale)),
    /** Formats a moment to the millisecond, for rows of a recording. */
    exact: orDash((time: string) => `${formatMoment(new Date(time), locale)}:${time.slice(17, 23)}`),
    /** Formats the time of day of a moment, `13:59`. */
    clockTime: orDash((time: string) => formatMoment(new Date(time), locale).slice(-5)),
    moment: orDash((time: string) => formatMoment(new Date(time), locale)),
  };
};
