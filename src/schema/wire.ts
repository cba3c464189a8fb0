import type { FormDescription } from './define.ts';
import type { Field } from './fields.ts';
import type { Fields } from './forms.ts';

/**
 * Returns the wire names under which a field is written. A field that shows the title of another record is written by
 * that record's id. A position is written by its two parts.
 */
export const wireNamesForWriting = (name: string, field: Field): readonly string[] =>
  field.parts ?? [field.idField ?? name];

/** Returns the wire names under which a field is read: its title and its id, or the two parts of a position. */
export const wireNamesForReading = (name: string, field: Field): readonly string[] =>
  field.parts ?? [...new Set([name, field.idField ?? name])];

/** Returns the field that has this wire name, with its own name. */
export const fieldByWireName = (
  { fields }: Pick<FormDescription, 'fields'>,
  wireName: string,
): readonly [name: string, field: Field] | undefined =>
  Object.entries(fields).find(([name, field]) => wireNamesForReading(name, field).includes(wireName));

/** Returns the field for one part of a position, in degrees. Part 0 is the latitude, part 1 the longitude. */
const coordinateField = (part: number): Field => {
  const limitDeg = part === 0 ? 90 : 180;
  return { kind: 'number', minimum: -limitDeg, maximum: limitDeg };
};

/** Returns the fields by the wire names under which they are written. A position becomes two fields with numbers. */
export const fieldsByWireName = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) =>
      wireNamesForWriting(name, field).map((wireName, part) => [wireName, field.parts ? coordinateField(part) : field]),
    ),
  );
