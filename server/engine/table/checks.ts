import type { Values } from '../../../src/contract/describedTypes.ts';
import type { CommonDictionary } from '../../../src/contract/dictionaries.ts';
import { writableFields } from '../../../src/schema/define.ts';
import { isBlank } from '../../../src/schema/kinds/blank.ts';
import type { Field } from '../../../src/schema/kinds/field.ts';
import { faultOf, parseValue } from '../../../src/schema/kinds/rules.ts';
import { idsOfPair } from '../../../src/schema/kinds/value.ts';
import { ruleFaults } from '../../../src/schema/rules.ts';
import { wireNamesForWriting } from '../../../src/schema/wire.ts';
import type { FieldFault } from '../../errors.ts';
import type { PresentContext, Table } from './define.ts';

/**
 * Whether the field had this dictionary entry before the change. A retired entry may stay, but cannot be chosen anew.
 */
const isUnchangedEntry = (id: unknown, before: unknown): boolean => [before].flat().includes(id);

const fieldOf = ({ writes }: Table, wireName: string): Field => (writes[wireName] as { field: Field }).field;

export const missingFields = ({ resource }: Table, body: Values): readonly string[] =>
  writableFields(resource, 'create')
    .filter(name => resource.fields[name]?.required && resource.fields[name]?.initialValue === undefined)
    .flatMap(name => wireNamesForWriting(name, resource.fields[name] as Field))
    .filter(name => body[name] === undefined);

/** Default values of a new record, by field name in the API. */
export const initialValues = ({ resource }: Table): Values =>
  Object.fromEntries(
    writableFields(resource, 'create').flatMap(name => {
      const { initialValue } = resource.fields[name] as Field;
      return initialValue === undefined ? [] : [[name, initialValue] as const];
    }),
  );

/** The values of a body without the fields that can be set only at creation. */
export const changeableValues = ({ resource }: Table, body: Values): Values => {
  const names = writableFields(resource, 'update').flatMap(name =>
    wireNamesForWriting(name, resource.fields[name] as Field),
  );
  return Object.fromEntries(Object.entries(body).filter(([name]) => names.includes(name)));
};

export const normalisedBody = (table: Table, body: Values): Values =>
  Object.fromEntries(
    Object.entries(body)
      .filter(([name]) => name in table.writes)
      .map(([name, value]) => [name, parseValue(value, fieldOf(table, name))]),
  );

/**
 * Whether each dictionary entry in the value may be chosen or was in the record before. True for a field without a
 * dictionary.
 */
const isOfferedEntry = (value: unknown, field: Field, { entries }: PresentContext, before: unknown): boolean => {
  const { dictionary, idField, pairOf: dictionaries, kind } = field;
  const newEntries = [value].flat().filter(each => !isUnchangedEntry(each, before));
  if (dictionaries)
    return newEntries.every(each =>
      idsOfPair(String(each)).every((id, at) => entries.has(dictionaries[at] as never, id)),
    );
  if (!dictionary) return true;
  if (idField) return newEntries.every(id => entries.has(dictionary as CommonDictionary, Number(id)));
  return kind !== 'option' || entries.hasCode(dictionary, String(value));
};

/** Returns the fault of one value, including a dictionary entry that may not be chosen. */
export const valueFault = (
  value: unknown,
  field: Field,
  presentContext: PresentContext,
  before: unknown,
): Pick<FieldFault, 'message' | 'values'> | undefined => {
  const fault = faultOf(value, field, { now: new Date(presentContext.nowIso), before });
  if (fault || isBlank(value) || isOfferedEntry(value, field, presentContext, before)) return fault;
  return { message: 'unknownOption' };
};

/**
 * Returns the faults that the schema cannot detect, by field name in the API. `record` is the record as it would be
 * stored.
 */
export const faultsOf = (
  table: Table,
  body: Values,
  record: Values,
  presentContext: PresentContext,
  before: Values = {},
): readonly FieldFault[] => {
  const faults = Object.entries(body).flatMap(([field, value]): FieldFault[] => {
    const fault = valueFault(value, fieldOf(table, field), presentContext, before[field]);
    return fault ? [{ field, ...fault }] : [];
  });
  const { fields, rules = [] } = table.resource;
  const isChanged = (name: string) => body === record || (name in body && body[name] !== before[name]);
  const brokenRules = ruleFaults(fields, rules, record, Object.keys(body)).filter(
    ({ dependsOn: since }) => since?.some(isChanged) ?? true,
  );
  return [...faults, ...brokenRules.map(({ field, message }) => ({ field, message }))];
};
