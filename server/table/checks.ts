import type { CommonDictionary } from '../../src/contract/dictionaries.ts';
import type { Field } from '../../src/kinds/field.ts';
import { faultOf, parsed } from '../../src/kinds/rules.ts';
import type { Resource } from '../../src/resources/define.ts';
import { brokenRule } from '../../src/resources/rules.ts';
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

/** What is wrong with one value; of what was chosen from a dictionary, that there is no such entry. */
export const valueFault = (
  value: unknown,
  field: Field,
  hasEntry: HasEntry,
): Pick<FieldFault, 'message' | 'values'> | undefined => {
  if (field.dictionary && field.idField && !isNothing(value)) {
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
  const { resource } = table;
  return [
    ...faults,
    ...missing(resource, body, whole),
    ...halfPositions(resource, whole),
    ...ruleFaults(resource, whole),
  ];
};

const isNothing = (value: unknown): boolean => value === null || value === undefined || value === '';

/** What is required unless another field has a value, and neither has. */
const missing = ({ fields }: Resource, body: Values, whole: Values): readonly FieldFault[] =>
  Object.entries<Field>(fields).flatMap(([name, { required, unless }]): FieldFault[] =>
    required && unless && isNothing(body[unless]) && isNothing(whole[name]) && (body === whole || name in body)
      ? [{ field: name, message: 'required' }]
      : [],
  );

/** Half a position is none. */
const halfPositions = ({ fields }: Resource, whole: Values): readonly FieldFault[] =>
  Object.values(fields).flatMap(({ parts }): FieldFault[] => {
    const missing = parts?.filter(part => whole[part] === null || whole[part] === undefined) ?? [];
    return missing.length === 1 ? missing.map(field => ({ field, message: 'required' })) : [];
  });

const ruleFaults = ({ rules = [] }: Resource, whole: Values): readonly FieldFault[] =>
  rules.flatMap((rule): FieldFault[] => {
    const message = brokenRule(rule, whole);
    return message ? [{ field: rule.field, message }] : [];
  });
