import { serverNow } from '../../api/clock.ts';
import { useAppLocale } from '../../i18n/TextsProvider.tsx';
import { formatClock, formatMoment } from '../../schema/kinds/format.ts';
import { useZone } from '../../settings/zone.ts';

const clockLength = ' 09:30'.length;

/** Returns a function that formats a time. A time of today is shown without its date. */
export const useFormatWhen = (): ((moment: string) => string) => {
  const [locale] = useAppLocale();
  const zone = useZone();
  const dayOf = (moment: Date) => formatMoment(moment, locale, zone).slice(0, -clockLength);
  return isoTime => {
    const moment = new Date(isoTime);
    return dayOf(moment) === dayOf(new Date(serverNow()))
      ? formatClock(moment, zone)
      : formatMoment(moment, locale, zone);
  };
};
