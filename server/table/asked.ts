import type { Field } from '../../src/kinds/field.ts';
import { faultOf, parsed } from '../../src/kinds/rules.ts';
import type { Described } from '../../src/resources/define.ts';
import { fieldBehind } from '../../src/resources/wire.ts';
import type { Db } from '../db/connect.ts';
import { readBy } from '../db/read.ts';
import { type FieldFault, invalid } from '../errors.ts';
import type { Values } from './checks.ts';
import { referenceFaults } from './references.ts';

/**
 * What was filled in for something that is no record: each value in the one spelling it is kept in. Throws with every fault
 * there is. The schema made from the same fields has seen to types, lengths and names.
 */
export const readAsked = async (
  db: Db,
  { fields }: Pick<Described, 'fields'>,
  companyId: number,
  body: Values = {},
): Promise<Values> => {
  const described = Object.entries(body).map(([name, value]) => {
    const field = fieldBehind({ fields }, name)?.[1] as Field;
    return { name, field, value: parsed(value, field) };
  });
  const asked = Object.fromEntries(described.map(({ name, value }) => [name, value]));
  const faults = described.flatMap(({ name, field, value }): FieldFault[] => {
    const fault = faultOf(value, field);
    return fault ? [{ field: name, ...fault }] : [];
  });
  const missing = await referenceFaults(readBy(db), { fields }, companyId, asked);
  if (faults.length + missing.length > 0) throw invalid(...faults, ...missing);
  return asked;
};
