import type { Field, FieldKind } from '../schema/fields.ts';
import { date, dateTime } from './dateTime.tsx';
import type { Kind } from './kind.ts';
import { acceleration, distance, duration, money, number, score, speed } from './measure.tsx';
import { boolean, option, status } from './option.tsx';
import { email, imei, phone, plate, position, reference, text, vin } from './text.tsx';

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
