import type { Locale } from '../contract/messages/index.ts';

/** Day before month in both languages, so that dates are unambiguous. */
const region: { readonly [L in Locale]: string } = { ru: 'ru-RU', en: 'en-GB' };

const cached = <Made>(make: (locale: Locale, key: string) => Made) => {
  const made = new Map<string, Made>();
  return (locale: Locale, key = ''): Made => {
    const name = locale + key;
    const known = made.get(name) ?? make(locale, key);
    made.set(name, known);
    return known;
  };
};

const numbers = cached(
  (locale, decimals) =>
    new Intl.NumberFormat(region[locale], {
      minimumFractionDigits: Number(decimals),
      maximumFractionDigits: Number(decimals),
    }),
);

// American month names have three letters; British September has four.
const months: { readonly [L in Locale]: Intl.DateTimeFormatOptions['month'] } = { ru: '2-digit', en: 'short' };
const dates = cached(
  (locale, timeZone) =>
    new Intl.DateTimeFormat(locale === 'ru' ? 'ru-RU' : 'en-US', {
      day: '2-digit',
      month: months[locale],
      year: 'numeric',
      timeZone: timeZone || undefined,
    }),
);
const dayOf = (moment: Date, locale: Locale, timeZone = ''): string => {
  const parts = dates(locale, timeZone).formatToParts(moment);
  const part = (wanted: string) => parts.find(({ type }) => type === wanted)?.value ?? '';
  return [part('day'), part('month'), part('year')].join(locale === 'ru' ? '.' : ' ');
};

const times = cached(
  (locale, timeZone) =>
    new Intl.DateTimeFormat(region[locale], { hour: '2-digit', minute: '2-digit', timeZone: timeZone || undefined }),
);
const zones = cached(
  (locale, timeZone) =>
    new Intl.DateTimeFormat(region[locale], { timeZoneName: 'long', timeZone: timeZone || undefined }),
);
const relatives = cached(locale => new Intl.RelativeTimeFormat(region[locale], { numeric: 'auto', style: 'short' }));

export const formatNumber = (value: number, decimals: number, locale: Locale): string =>
  numbers(locale, String(decimals)).format(value);

/** `yyyy-mm-dd` → `15.01.2026`; a calendar date has no zone. */
export const formatDay = (day: string, locale: Locale): string => dayOf(new Date(`${day}T00:00:00Z`), locale, 'UTC');

/** `15.01.2026 09:30` in the zone; without one, the machine's. */
export const formatMoment = (moment: Date, locale: Locale, zone: string): string =>
  `${dayOf(moment, locale, zone)} ${times(locale, zone).format(moment)}`;

/** Name of the zone at that time. */
export const zoneName = (moment: Date, locale: Locale, zone: string): string =>
  zones(locale, zone)
    .formatToParts(moment)
    .find(({ type }) => type === 'timeZoneName')?.value ?? '';

const steps: readonly (readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number])[] = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

/** `5 min ago`, `in 2 hr`. */
export const formatRelative = (moment: Date, now: Date, locale: Locale): string => {
  const seconds = (moment.getTime() - now.getTime()) / 1000;
  const [unit, size] = steps.find(([, step]) => Math.abs(seconds) >= step) ?? ['minute', 60];
  return relatives(locale).format(Math.round(seconds / size), unit);
};

/** Seconds → `1:05:09`. */
export const formatDuration = (seconds: number): string => {
  const whole = Math.round(Math.abs(seconds));
  const two = (value: number) => String(value).padStart(2, '0');
  const text = `${Math.floor(whole / 3600)}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`;
  return seconds < 0 && whole > 0 ? `−${text}` : text;
};

interface Hemispheres {
  readonly north: string;
  readonly south: string;
  readonly east: string;
  readonly west: string;
}
const hemispheres: { readonly [L in Locale]: Hemispheres } = {
  ru: { north: 'с. ш.', south: 'ю. ш.', east: 'в. д.', west: 'з. д.' },
  en: { north: 'N', south: 'S', east: 'E', west: 'W' },
};

/** `55.75583° N  37.61730° E`; five decimals are about a metre. */
export const formatPosition = (latitude: number, longitude: number, locale: Locale): string => {
  const { north, south, east, west } = hemispheres[locale];
  const degrees = (value: number) => formatNumber(Math.abs(value), 5, locale);
  return `${degrees(latitude)}° ${latitude < 0 ? south : north}  ${degrees(longitude)}° ${longitude < 0 ? west : east}`;
};
