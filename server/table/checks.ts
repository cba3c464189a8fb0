import type { CommonDictionary } from '../../src/contract/dictionaries.ts';
import type { Field } from '../../src/kinds/field.ts';
import { faultOf, parsed } from '../../src/kinds/rules.ts';
import type { Resource } from '../../src/resources/define.ts';
import type { FieldFault } from '../errors.ts';
import type { Presenting, Table } from './define.ts';

export type Values = Readonly<Record<string, unknown>>;
type HasEntry = Presenting['entries']['has'];

const fieldOf = ({ writes }: Table, wireName: string): Field => (writes[wireName] as { field: Field }).field;

/** The body with every value in its canonical form. */
export const normalisedBody = (table: Table, body: Values): Values =>
  Object.fromEntries(
    Object.entries(body)
      .filter(([name]) => name in table.writes)
      .map(([name, value]) => [name, parsed(value, fieldOf(table, name))]),
  );

const valueFault = (
  value: unknown,
  field: Field,
  hasEntry: HasEntry,
): Pick<FieldFault, 'message' | 'values'> | undefined => {
  if (field.dictionary && field.idField && value !== null) {
    const known = [value].flat().every(id => hasEntry(field.dictionary as CommonDictionary, Number(id)));
    return known ? undefined : { message: 'unknownOption' };
  }
  return faultOf(value, field);
};

/** Faults beyond the shape, by wire name. `whole` is the record after the change. */
export const faultsOf = (table: Table, body: Values, whole: Values, hasEntry: HasEntry): readonly FieldFault[] => {
  const faults = Object.entries(body).flatMap(([field, value]): FieldFault[] => {
    const fault = valueFault(value, fieldOf(table, field), hasEntry);
    return fault ? [{ field, ...fault }] : [];
  });
  return [...faults, ...halfPositions(table.resource, whole), ...ruleFaults(table.resource, whole)];
};

/** A position needs both parts. */
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
