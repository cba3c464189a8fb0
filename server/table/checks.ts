import type { CommonDictionary } from '../../src/contract/dictionaries.ts';
import type { Resource } from '../../src/resources/define.ts';
import type { Field, FieldKind } from '../../src/resources/fields.ts';
import { isValidImei } from '../domain/identifiers/imei.ts';
import { judgeVin, normaliseVin } from '../domain/identifiers/vin.ts';
import { isStorable } from '../domain/unstorable.ts';
import type { FieldFault } from '../errors.ts';
import type { PlainTable } from './plain.ts';

export type Values = Readonly<Record<string, unknown>>;

const normal: { readonly [Kind in FieldKind]?: (text: string) => string } = {
  vin: normaliseVin,
  email: text => text.toLowerCase(),
};

/** A text as it is kept: without spaces around it, and in the one spelling its kind has. */
const normalised = (value: unknown, { kind }: Field): unknown => {
  if (typeof value !== 'string') return value;
  const trimmed = value.trim();
  return normal[kind]?.(trimmed) ?? trimmed;
};

export const normalisedBody = (table: PlainTable, body: Values): Values =>
  Object.fromEntries(
    Object.entries(body)
      .filter(([name]) => name in table.writes)
      .map(([name, value]) => [name, normalised(value, (table.writes[name] as { field: Field }).field)]),
  );

const kindFault = (value: string, { kind }: Field): FieldFault['message'] | undefined => {
  if (!isStorable(value)) return 'pattern';
  // European makers use the ninth place of a VIN freely: its check digit is not asked for.
  if (kind === 'vin' && judgeVin(value) === 'malformed') return 'pattern';
  return kind === 'imei' && !isValidImei(value) ? 'imei' : undefined;
};

export type HasEntry = (dictionary: CommonDictionary, id: number) => boolean;

const valueFault = (value: unknown, field: Field, hasEntry: HasEntry): FieldFault['message'] | undefined => {
  if (value === null || value === '') return field.required ? 'required' : undefined;
  if (field.dictionary && field.idField)
    return hasEntry(field.dictionary as CommonDictionary, Number(value)) ? undefined : 'unknownOption';
  return typeof value === 'string' ? kindFault(value, field) : undefined;
};

/** What is wrong with the values beyond their shape, by name on the wire. `whole`: the record as it would be. */
export const faultsOf = (table: PlainTable, body: Values, whole: Values, hasEntry: HasEntry): readonly FieldFault[] => {
  const own = Object.entries(body).flatMap(([field, value]): FieldFault[] => {
    const message = valueFault(value, (table.writes[field] as { field: Field }).field, hasEntry);
    return message ? [{ field, message }] : [];
  });
  return [...own, ...halfPositions(table.resource, whole), ...ruleFaults(table.resource, whole)];
};

/** Half a position is none. */
const halfPositions = ({ fields }: Resource, whole: Values): readonly FieldFault[] =>
  Object.values(fields).flatMap(({ parts }): FieldFault[] => {
    const missing = parts?.filter(part => whole[part] === null || whole[part] === undefined) ?? [];
    return missing.length === 1 ? missing.map(field => ({ field, message: 'required' })) : [];
  });

const moment = (value: unknown): number => (typeof value === 'string' && value !== '' ? Date.parse(value) : Number.NaN);

const ruleFaults = ({ rules = [] }: Resource, whole: Values): readonly FieldFault[] =>
  rules
    .filter(({ field, notBefore }) => moment(whole[field]) < moment(whole[notBefore]))
    .map(({ field }) => ({ field, message: 'notBeforeStart' }));
