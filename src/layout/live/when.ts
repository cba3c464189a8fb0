import { useAppLocale } from '../../i18n/TextsProvider.tsx';
import { useZone } from '../../settings/zone.ts';

const dayMs = 24 * 3_600_000;

/** Formats a time: today without the date. */
export const useWhen = (): ((moment: string) => string) => {
  const [locale] = useAppLocale();
  const timeZone = useZone() || undefined;
  const day = new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'short' });
  const time = new Intl.DateTimeFormat(locale, { timeZone, timeStyle: 'short' });
  return text => {
    const moment = new Date(text);
    const near = Math.abs(Date.now() - moment.getTime()) < dayMs && day.format(moment) === day.format(new Date());
    return near ? time.format(moment) : `${day.format(moment)} ${time.format(moment)}`;
  };
};
