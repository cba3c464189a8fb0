import type { Field, FieldKind } from '../schema/fields.ts';
import {
  acceleration,
  boolean,
  date,
  dateTime,
  distance,
  duration,
  email,
  imei,
  money,
  number,
  option,
  phone,
  plate,
  position,
  reference,
  score,
  speed,
  status,
  text,
  vin,
} from './cells.tsx';
import type { Kind } from './kind.ts';

/** All field kinds with their components. If a kind is missing here, the program does not compile. */
export const kinds: { readonly [K in FieldKind]: Kind } = {
  text,
  number,
  money,
  date,
  dateTime,
  duration,
  distance,
  speed,
  acceleration,
  option,
  reference,
  plate,
  vin,
  imei,
  phone,
  email,
  boolean,
  score,
  status,
  position,
};

/** Returns the alignment of a field's values. Kinds with numbers are aligned right, except identifiers. */
export const alignOf = (field: Field): 'start' | 'end' => (field.identifier ? 'start' : kinds[field.kind].align);
