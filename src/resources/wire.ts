import type { Described } from './define.ts';
import type { Field } from './fields.ts';

/** The names under which a field is written: its id where it shows a title, its parts where it has some. */
export const writtenNames = (name: string, field: Field): readonly string[] => field.parts ?? [field.idField ?? name];

/** The names under which a field is read. */
export const readNames = (name: string, field: Field): readonly string[] =>
  field.parts ?? [...new Set([name, field.idField ?? name])];

/** The field behind a name on the wire. */
export const fieldBehind = (
  { fields }: Pick<Described, 'fields'>,
  wireName: string,
): readonly [name: string, field: Field] | undefined =>
  Object.entries(fields).find(([name, field]) => readNames(name, field).includes(wireName));
