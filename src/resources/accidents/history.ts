import type { DictionaryName } from '../../contract/dictionaries.ts';
import type { Locale } from '../../contract/messages/index.ts';
import { accidentStatuses, severities } from '../../contract/states.ts';
import { formatMoment, formatNumber } from '../../schema/kinds/format.ts';
import { fieldByWireName } from '../../schema/wire.ts';
import { accidents } from '../accidents.ts';
import { reporterText } from './reporter.ts';

/** Dictionaries of ids that occur in an accident's history but are no fields of an accident, by their name there. */
export const historyDictionaries: Readonly<Record<string, DictionaryName & ('callResults' | 'callReasons')>> = {
  ResultId: 'callResults',
  ReasonId: 'callReasons',
};

/** Fields with the number of an accident. Numbers of accidents have no separators. */
const accidentNumbers: readonly string[] = ['CrashUniqueIdentifier', 'SameAs', 'DuplicateOf', 'Duplicate'];

interface TextContext {
  readonly locale: Locale;
  readonly zone: string;
  readonly say: (key: string) => string;
}

const momentText = (value: string, { locale, zone }: TextContext): string => {
  const moment = new Date(value);
  return Number.isNaN(moment.getTime()) ? value : formatMoment(moment, locale, zone);
};

const singleValueText = (name: string, value: unknown, context: TextContext): string => {
  const { locale, say } = context;
  if (typeof value === 'boolean') return say(value ? 'accident.history.yes' : 'accident.history.no');
  if (typeof value === 'number') {
    if (accidentNumbers.includes(name) || !Number.isFinite(value)) return String(value);
    if (name === 'Latitude' || name === 'Longitude') return formatNumber(value, 5, locale);
    return formatNumber(value, Number.isInteger(value) ? 0 : 2, locale);
  }
  if (typeof value !== 'string') return JSON.stringify(value);
  if (name === 'Status' && accidentStatuses.some(status => status === value)) return say(`accident.buckets.${value}`);
  if (name === 'Severity' && severities.some(severity => severity === value)) return say(`accident.severity.${value}`);
  if (name === 'Source') return value === 'device' ? say('accident.device.fromDevice') : reporterText(value, locale);
  return fieldByWireName(accidents, name)?.[1].kind === 'dateTime' ? momentText(value, context) : value;
};

/**
 * Returns the text of an old or new value in an accident's history. Only a field that its description calls a time is
 * shown as a time. Notes, names and comments are shown as they were written. A dash stands for an empty value.
 */
export const historyText = (name: string, value: unknown, context: TextContext): string => {
  const parts = [value].flat().filter(part => part !== null && part !== undefined && part !== '');
  return parts.map(part => singleValueText(name, part, context)).join(', ') || '—';
};
