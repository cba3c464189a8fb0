import type { FormDescription } from './define.ts';
import type { Field } from './fields.ts';
import type { Fields } from './forms.ts';

/**
 * Returns the wire names with which a field is written. A field that shows a title is written by its id, and a position
 * by its two parts.
 */
export const wireNamesForWriting = (name: string, field: Field): readonly string[] =>
  field.parts ?? [field.idField ?? name];

/** Returns the wire names with which a field is read: its title and its id, or its two parts. */
export const wireNamesForReading = (name: string, field: Field): readonly string[] =>
  field.parts ?? [...new Set([name, field.idField ?? name])];

/** Returns the field that has this wire name. */
export const fieldByWireName = (
  { fields }: Pick<FormDescription, 'fields'>,
  wireName: string,
): readonly [name: string, field: Field] | undefined =>
  Object.entries(fields).find(([name, field]) => wireNamesForReading(name, field).includes(wireName));

/** Latitude or longitude, in degrees. */
const coordinateField = (part: number): Field => {
  const limitDeg = part === 0 ? 90 : 180;
  return { kind: 'number', minimum: -limitDeg, maximum: limitDeg };
};

/** Returns the fields by the wire names with which they are written. A position is written as two numbers. */
export const fieldsByWireName = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) =>
      wireNamesForWriting(name, field).map((wireName, part) => [wireName, field.parts ? coordinateField(part) : field]),
    ),
  );
