import type { Locale } from '../contract/messages/index.ts';
import * as format from '../schema/kinds/format.ts';
import { currentZone } from '../settings/zone.ts';

export {
  formatDay,
  formatDayOfYear,
  formatDuration,
  formatNumber,
  formatPosition,
  formatRelative,
  formatSpan,
} from '../schema/kinds/format.ts';

/** Formats a time as `15.01.2026 09:30` in the user's time zone: the zone of the settings, or that of the browser. */
export const formatMoment = (moment: Date, locale: Locale, zone = currentZone()): string =>
  format.formatMoment(moment, locale, zone);

/** Returns the name of a time zone, the user's if none is given: `Москва`, `Moscow`. */
export const zoneName = (locale: Locale, zone = currentZone()): string => format.zoneName(locale, zone);

/** Formats a time as `14:05`, without its day. Use it where the day is clear. */
export const formatTime = (moment: Date, zone = currentZone()): string => format.formatClock(moment, zone);
