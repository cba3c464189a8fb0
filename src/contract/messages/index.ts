import type { ErrorCode } from '../errors.ts';
import { en } from './en.ts';
import { ru } from './ru.ts';

export const messages = { ru, en };
export type Locale = keyof typeof messages;
export type FieldMessage = keyof typeof ru.fields;
/** Why the database is unavailable. */
export type Outage = keyof typeof ru.outages;

export const fill = (text: string, values: Readonly<Record<string, unknown>> = {}): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => (name in values ? String(values[name]) : whole));

export const errorMessage = (locale: Locale, code: ErrorCode, values?: Readonly<Record<string, unknown>>): string =>
  fill(messages[locale].errors[code], values);

export const fieldMessage = (locale: Locale, key: FieldMessage, values?: Readonly<Record<string, unknown>>): string =>
  fill(messages[locale].fields[key], values);
