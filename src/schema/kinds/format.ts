import type { Locale } from '../../contract/messages/index.ts';
import { offsetMinutes } from './zone.ts';

/** The day stands before the month in both languages, so that dates are unambiguous. */
const formatLocales: { readonly [L in Locale]: string } = { ru: 'ru-RU', en: 'en-GB' };

const cachePerLocale = <Made>(make: (locale: Locale, key: string) => Made) => {
  const cache = new Map<string, Made>();
  return (locale: Locale, key = ''): Made => {
    const name = locale + key;
    const known = cache.get(name) ?? make(locale, key);
    cache.set(name, known);
    return known;
  };
};

const numberFormat = cachePerLocale(
  (locale, decimals) =>
    new Intl.NumberFormat(formatLocales[locale], {
      minimumFractionDigits: Number(decimals),
      maximumFractionDigits: Number(decimals),
    }),
);

/** Returns a number below 100 with a leading zero: `07`. */
export const twoDigits = (value: number): string => (value < 10 ? `0${value}` : String(value));

// Month names are from American English, because all of them have three letters there. British English has `Sept`.
const monthNames = Array.from({ length: 12 }, (_, month) =>
  new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' }).format(Date.UTC(2026, month)),
);

/**
 * Formats the date in the UTC fields of `localTime`, which hold local time. Intl is not used, because it is slow and a
 * list has thousands of dates.
 */
const dayText = (localTime: Date, locale: Locale): string => {
  const [day, month, year] = [twoDigits(localTime.getUTCDate()), localTime.getUTCMonth(), localTime.getUTCFullYear()];
  return locale === 'ru' ? `${day}.${twoDigits(month + 1)}.${year}` : `${day} ${monthNames[month]} ${year}`;
};

// Relative times count hours and name no calendar day, because 41 hours ago may be yesterday or the day before.
const relativeTimeFormat = cachePerLocale(
  locale => new Intl.RelativeTimeFormat(formatLocales[locale], { style: 'short' }),
);
const unitFormat = cachePerLocale(
  (locale, unit) => new Intl.NumberFormat(formatLocales[locale], { style: 'unit', unit }),
);
const thisMinuteText = cachePerLocale(locale =>
  new Intl.RelativeTimeFormat(formatLocales[locale], { numeric: 'auto', style: 'short' }).format(0, 'minute'),
);

export const formatNumber = (value: number, decimals: number, locale: Locale): string =>
  numberFormat(locale, String(decimals)).format(value);

/** Formats the calendar date `yyyy-mm-dd` as `15.01.2026`. A calendar date has no time zone and is not converted. */
export const formatDay = (day: string, locale: Locale): string => dayText(new Date(`${day}T00:00:00Z`), locale);

/** Returns a calendar date in all languages, for messages that are stored or whose reader is not known yet. */
export const dayInAllLocales = (day: string): { readonly [L in Locale]: string } => ({
  ru: formatDay(day, 'ru'),
  en: formatDay(day, 'en'),
});

/** Formats the calendar date `yyyy-mm-dd` as `15.01` or `15 Jan`, for places where the year is clear. */
export const formatDayOfYear = (day: string, locale: Locale): string => formatDay(day, locale).slice(0, -5);

/** Formats the time of day as `09:30`, in both languages. */
export const formatClock = (moment: Date, zone: string): string => formatMoment(moment, 'en', zone).slice(-5);

/** Formats a moment as `15.01.2026 09:30`, the local time in the zone. An empty zone means the zone of the machine. */
export const formatMoment = (moment: Date, locale: Locale, zone: string): string => {
  const localTime = new Date(moment.getTime() + offsetMinutes(moment, zone) * 60_000);
  return `${dayText(localTime, locale)} ${twoDigits(localTime.getUTCHours())}:${twoDigits(localTime.getUTCMinutes())}`;
};

/** Russian names of the cities of Russia's main time zones, and of UTC. Intl has them in Node.js, but not in Chromium. */
const russianCities: Readonly<Record<string, string>> = {
  Kaliningrad: 'Калининград',
  Moscow: 'Москва',
  Samara: 'Самара',
  Yekaterinburg: 'Екатеринбург',
  Omsk: 'Омск',
  Novosibirsk: 'Новосибирск',
  Krasnoyarsk: 'Красноярск',
  Irkutsk: 'Иркутск',
  Yakutsk: 'Якутск',
  Vladivostok: 'Владивосток',
  Magadan: 'Магадан',
  Kamchatka: 'Камчатка',
  UTC: 'UTC',
};

const zoneNames = cachePerLocale((locale, zone) => {
  const format = new Intl.DateTimeFormat(formatLocales[locale], {
    timeZoneName: 'shortGeneric',
    timeZone: zone || undefined,
  });
  const id = format.resolvedOptions().timeZone;
  const city = id.slice(id.lastIndexOf('/') + 1);
  // In English Intl has `Moscow Time` or `EET`, so the zone's id is the source.
  if (locale === 'en' && !id.startsWith('Etc/')) return city.replaceAll('_', ' ');
  return russianCities[city] ?? format.formatToParts(0).find(({ type }) => type === 'timeZoneName')?.value ?? id;
});

/** Returns the name of a time zone, which is that of its city, sometimes of its country: `Москва`, `Moscow`. */
export const zoneName = (locale: Locale, zone: string): string => zoneNames(locale, zone);

/** Formats a moment as `15.01.2026 09:30, Москва`. A program that reads messages may be in another zone. */
export const formatZoned = (moment: Date, locale: Locale, zone: string): string =>
  `${formatMoment(moment, locale, zone)}, ${zoneName(locale, zone)}`;

/** Returns a moment in all languages, for messages that are stored or whose reader's language is not known yet. */
export const momentInAllLocales = (moment: Date, zone: string): { readonly [L in Locale]: string } => ({
  ru: formatZoned(moment, 'ru', zone),
  en: formatZoned(moment, 'en', zone),
});

/**
 * Units of time spans. A unit is used only from `from` complete units on. With `from: 2` for years, a span of 19 months
 * is shown in months and not as one year.
 */
const spanUnits = [
  { unit: 'year', seconds: 31_557_600, from: 2 },
  { unit: 'month', seconds: 2_629_800, from: 2 },
  { unit: 'day', seconds: 86_400, from: 2 },
  { unit: 'hour', seconds: 3600, from: 1 },
  { unit: 'minute', seconds: 60, from: 0 },
] as const;

/** Returns the number of complete units in a time span. An incomplete unit is not counted: 119 minutes are 1 hour. */
const countCompleteUnits = (seconds: number) => {
  const absSeconds = Math.abs(seconds);
  const { unit, seconds: each } = spanUnits.find(step => absSeconds >= step.from * step.seconds) ?? spanUnits[4];
  return { unit, count: Math.floor(absSeconds / each) };
};

/** Replaces the units of Intl, such as `hrs` and `мин.`, by those of all other texts. */
const withUsualUnits = (text: string): string => text.replace(/\bhrs?\b/, 'h').replace(/(min|мин)[s.]/, '$1');

/** Formats a moment relative to the present time: `5 min ago`, `in 2 h`. */
export const formatRelative = (moment: Date, now: Date, locale: Locale): string => {
  const seconds = (moment.getTime() - now.getTime()) / 1000;
  const { unit, count } = countCompleteUnits(seconds);
  return count === 0
    ? thisMinuteText(locale)
    : withUsualUnits(relativeTimeFormat(locale).format(seconds < 0 ? -count : count, unit));
};

/** Formats a time span as `35 мин`, `5 ч`, `3 дн.`, for places that also show the moment itself. */
export const formatSpan = (seconds: number, locale: Locale): string => {
  const { unit, count } = countCompleteUnits(seconds);
  return withUsualUnits(unitFormat(locale, unit).format(count));
};

/** Formats a duration in seconds as `1:05:09`. */
export const formatDuration = (seconds: number): string => {
  const wholeSeconds = Math.round(Math.abs(seconds));
  const text = `${Math.floor(wholeSeconds / 3600)}:${twoDigits(Math.floor(wholeSeconds / 60) % 60)}:${twoDigits(wholeSeconds % 60)}`;
  return seconds < 0 && wholeSeconds > 0 ? `−${text}` : text;
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

/** Formats a position as `55.75583° N  37.61730° E`. Five decimals are about one metre. */
export const formatPosition = (latitude: number, longitude: number, locale: Locale): string => {
  const { north, south, east, west } = hemispheres[locale];
  const degrees = (value: number) => formatNumber(Math.abs(value), 5, locale);
  return `${degrees(latitude)}° ${latitude < 0 ? south : north}  ${degrees(longitude)}° ${longitude < 0 ? west : east}`;
};
