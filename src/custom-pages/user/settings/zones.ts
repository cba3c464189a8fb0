import type { Locale } from '../../../i18n/locale.ts';
import { offsetMinutes } from '../../../settings/zone.ts';

const two = (value: number) => String(value).padStart(2, '0');

/** Formats an offset as `UTC+5:30`. */
export const offsetText = (minutes: number): string => {
  if (minutes === 0) return 'UTC';
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `UTC${minutes < 0 ? '−' : '+'}${hours}${rest ? `:${two(rest)}` : ''}`;
};

export interface ZoneOption {
  readonly name: string;
  readonly offset: number;
  /** Names of the zone for the search. */
  readonly words: string;
}

const wordsOf = (name: string, at: Date, locale: Locale): string =>
  new Intl.DateTimeFormat(locale, { timeZone: name, timeZoneName: 'longGeneric' })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value ?? '';

/** Returns all zones that the browser knows, from west to east. */
export const zoneOptions = (at: Date, locale: Locale): readonly ZoneOption[] =>
  ['UTC', ...Intl.supportedValuesOf('timeZone').filter(name => name !== 'UTC')]
    .map(name => ({ name, offset: offsetMinutes(at, name), words: wordsOf(name, at, locale) }))
    .sort((a, b) => a.offset - b.offset || a.name.localeCompare(b.name));

/** Returns true if the text matches a part of the name, the search names or the offset. Spaces equal underscores. */
export const matchesZone = ({ name, offset, words }: ZoneOption, typed: string): boolean => {
  const plain = (text: string) => text.toLowerCase().replaceAll('_', ' ').replace('−', '-');
  const text = plain(`${name} ${words} ${offsetText(offset)}`);
  return plain(typed)
    .split(/\s+/)
    .every(part => text.includes(part));
};
