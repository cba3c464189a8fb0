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

/** `15.01.2026 09:30` in the viewer's zone, which is the chosen zone or that of the browser. */
export const formatMoment = (moment: Date, locale: Locale, zone = currentZone()): string =>
  format.formatMoment(moment, locale, zone);

/** Returns the name of the viewer's zone at that time. */
export const zoneName = (moment: Date, locale: Locale, zone = currentZone()): string =>
  format.zoneName(moment, locale, zone);

/** Formats a time without its day, `14:05`. Use it where the day is clear. */
export const formatTime = (moment: Date, zone = currentZone()): string => format.formatClock(moment, zone);
