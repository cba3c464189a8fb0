import type { Locale } from '../contract/messages/index.ts';
import * as format from '../kinds/format.ts';
import { currentZone } from '../settings/zone.ts';

export {
  formatDay,
  formatDayOfYear,
  formatDuration,
  formatNumber,
  formatPosition,
  formatRelative,
  formatSpan,
} from '../kinds/format.ts';

/** `15.01.2026 09:30` in the viewer's zone: the chosen one, or the browser's. */
export const formatMoment = (moment: Date, locale: Locale, zone = currentZone()): string =>
  format.formatMoment(moment, locale, zone);

/** Name of the viewer's zone at that time. */
export const zoneName = (moment: Date, locale: Locale, zone = currentZone()): string =>
  format.zoneName(moment, locale, zone);

/** `14:05` of a moment within the hour, whose day nobody asks for. */
export const formatTime = (moment: Date, zone = currentZone()): string => format.formatClock(moment, zone);
