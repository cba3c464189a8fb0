import type { Values } from '../../../src/contract/described.ts';
import type { CommonDictionary } from '../../../src/contract/dictionaries.ts';
import { writtenFields } from '../../../src/schema/define.ts';
import { isBlank } from '../../../src/schema/kinds/blank.ts';
import type { Field } from '../../../src/schema/kinds/field.ts';
import { faultOf, parsed, yearFault } from '../../../src/schema/kinds/rules.ts';
import { pairOf } from '../../../src/schema/kinds/value.ts';
import { ruleFaults } from '../../../src/schema/rules.ts';
import { writtenNames } from '../../../src/schema/wire.ts';
import type { FieldFault } from '../../errors.ts';
import type { PresentContext, Table } from './define.ts';

/**
 * Limit for dates in the future. A later date is a typing error, and the record would disappear from every list of due
 * work.
 */
const farthestMs = 365 * 86_400_000;
/** The latest calendar day that has begun anywhere on earth (UTC+14), as YYYY-MM-DD. */
const dayReached = (nowIso: string): string => new Date(Date.parse(nowIso) + 14 * 3_600_000).toISOString().slice(0, 10);

/** Whether the record already holds this entry. A retired dictionary entry may stay, but cannot be chosen anew. */
const isKept = (id: unknown, before: unknown): boolean => [before].flat().includes(id);

const fieldOf = ({ writes }: Table, wireName: string): Field => (writes[wireName] as { field: Field }).field;

/** Names of required fields that a new record's body lacks. */
export const missingFields = ({ resource }: Table, body: Values): readonly string[] =>
  writtenFields(resource, 'create')
    .filter(name => resource.fields[name]?.required && resource.fields[name]?.initially === undefined)
    .flatMap(name => writtenNames(name, resource.fields[name] as Field))
    .filter(name => body[name] === undefined);

/** Default values of a new record, by name on the wire. */
export const initialValues = ({ resource }: Table): Values =>
  Object.fromEntries(
    writtenFields(resource, 'create').flatMap(name => {
      const { initially } = resource.fields[name] as Field;
      return initially === undefined ? [] : [[name, initially] as const];
    }),
  );

/** The values of a body without the fields that can be set only at creation. */
export const changeableValues = ({ resource }: Table, body: Values): Values => {
  const names = writtenFields(resource, 'update').flatMap(name => writtenNames(name, resource.fields[name] as Field));
  return Object.fromEntries(Object.entries(body).filter(([name]) => names.includes(name)));
};

/** Normalises a body: each value gets its stored spelling. */
export const normalisedBody = (table: Table, body: Values): Values =>
  Object.fromEntries(
    Object.entries(body)
      .filter(([name]) => name in table.writes)
      .map(([name, value]) => [name, parsed(value, fieldOf(table, name))]),
  );

/** Returns what is wrong with one value, including a dictionary entry that may not be chosen. */
export const valueFault = (
  value: unknown,
  field: Field,
  { entries, nowIso }: PresentContext,
  before: unknown,
): Pick<FieldFault, 'message' | 'values'> | undefined => {
  if (field.dictionary && field.idField && !isBlank(value)) {
    const known = [value]
      .flat()
      .every(id => isKept(id, before) || entries.has(field.dictionary as CommonDictionary, Number(id)));
    return known ? undefined : { message: 'unknownOption' };
  }
  if (field.pairOf) {
    const [first, second] = field.pairOf;
    const isKnown = (choice: string) => {
      const [a, b] = pairOf(choice);
      return entries.has(first, a) && entries.has(second, b);
    };
    return [value].flat().every(choice => isKept(choice, before) || isKnown(String(choice)))
      ? undefined
      : { message: 'unknownOption' };
  }
  if (field.dictionary && field.kind === 'option' && typeof value === 'string')
    return entries.hasCode(field.dictionary, value) ? undefined : { message: 'unknownOption' };
  if (field.future && typeof value === 'string' && value !== before) {
    if (value < nowIso) return { message: 'notPast' };
    if (Date.parse(value) - Date.parse(nowIso) > farthestMs) return { message: 'tooFarAhead' };
  }
  if (field.past && typeof value === 'string' && value > dayReached(nowIso)) return { message: 'notAfterToday' };
  // A text from before a rule may stay until it is changed.
  if (typeof value === 'string' && value !== '' && value === parsed(before, field)) return undefined;
  return yearFault(value, field, new Date(nowIso)) ?? faultOf(value, field);
};

/**
 * Returns the faults of the values beyond their shape, by name on the wire. `whole` is the record as it would be
 * stored.
 */
export const faultsOf = (
  table: Table,
  body: Values,
  whole: Values,
  presentContext: PresentContext,
  before: Values = {},
): readonly FieldFault[] => {
  const faults = Object.entries(body).flatMap(([field, value]): FieldFault[] => {
    const fault = valueFault(value, fieldOf(table, field), presentContext, before[field]);
    return fault ? [{ field, ...fault }] : [];
  });
  const { fields, rules = [] } = table.resource;
  const isChanged = (name: string) => body === whole || (name in body && body[name] !== before[name]);
  const broken = ruleFaults(fields, rules, whole, Object.keys(body)).filter(
    ({ since }) => since?.some(isChanged) ?? true,
  );
  return [...faults, ...broken.map(({ field, message }) => ({ field, message }))];
};
