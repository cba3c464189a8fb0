import { formatDay, formatDuration, formatMoment, formatNumber } from '../../fields/format.ts';
import { useI18n } from '../../fields/useI18n.ts';

const none = '—';

/** Returns formatters for figures in the reader's language. An unknown figure is a dash, never a zero. */
export const useFormat = () => {
  const { locale, translate } = useI18n();
  const or =
    <T>(write: (value: T) => string) =>
    (value: T | null | undefined): string =>
      value === null || value === undefined ? none : write(value);
  return {
    locale,
    translate,
    number: (value: number | null | undefined, decimals = 0) =>
      or((n: number) => formatNumber(n, decimals, locale))(value),
    duration: or(formatDuration),
    day: or((day: string) => formatDay(day, locale)),
    /** Formats to the millisecond, for rows of a recording. */
    exact: or((at: string) => `${formatMoment(new Date(at), locale)}:${at.slice(17, 23)}`),
    moment: or((at: string) => formatMoment(new Date(at), locale)),
  };
};
