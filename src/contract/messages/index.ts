import { roleLabels } from '../access.ts';
import type { ErrorCode } from '../errors.ts';
import { en } from './en.ts';
import { ru } from './ru.ts';

export const messages = { ru, en };
export type Locale = keyof typeof messages;
export type FieldMessage = keyof typeof ru.fields;
/** Reasons why the database can be unavailable. */
export type OutageReason = keyof typeof ru.outages;

export const fillPlaceholders = (text: string, values: Readonly<Record<string, unknown>> = {}): string =>
  text.replace(/%?\{(\w+)\}/g, (placeholder, name: string) => (name in values ? String(values[name]) : placeholder));

const roleText = (locale: Locale, role: string): string =>
  role in roleLabels ? roleLabels[role as keyof typeof roleLabels][locale] : role;

/** Returns the names of role codes: `MANAGER, SUPERUSER` becomes `manager or administrator`. */
const rolesText = (locale: Locale, codes: string): string =>
  new Intl.ListFormat(locale, { type: 'disjunction' }).format(codes.split(', ').map(code => roleText(locale, code)));

/** If `value` holds one text per language, returns the text in the given language. Otherwise returns `value` itself. */
const textInLocale = (locale: Locale, value: unknown): unknown =>
  (value as Partial<Record<Locale, unknown>> | null | undefined)?.[locale] ?? value;

const valuesInLocale = (locale: Locale, values: Readonly<Record<string, unknown>> = {}) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, textInLocale(locale, value)]));

/**
 * Returns the error message that a person reads. `values.roles` holds role codes, separated by commas. A text in
 * `values` can hold one text per language, because a stored error may be read in another language.
 */
export const errorMessage = (locale: Locale, code: ErrorCode, values: Readonly<Record<string, unknown>> = {}): string =>
  fillPlaceholders(messages[locale].errors[code], {
    ...valuesInLocale(locale, values),
    ...(typeof values.roles === 'string' && { roles: rolesText(locale, values.roles) }),
  });

const textByKey = (words: Readonly<Record<string, string>>, key: unknown): string => words[String(key)] ?? String(key);

/**
 * Returns the message about an invalid value of a field. `values.type` and `values.format` name entries of `types` and
 * `formats` in the catalogue.
 */
export const fieldMessage = (locale: Locale, key: FieldMessage, values: Readonly<Record<string, unknown>> = {}) => {
  const { fields, types, formats } = messages[locale];
  return fillPlaceholders(fields[key], {
    ...valuesInLocale(locale, values),
    // `values.type` lists several types, separated by commas, if the field accepts each of them.
    ...('type' in values && {
      type: String(values.type)
        .split(',')
        .map(type => textByKey(types, type))
        .join(' / '),
    }),
    ...('format' in values && { format: textByKey(formats, values.format) }),
  });
};
