import type { Field, FieldKind } from '../schema/fields.ts';
import { boolean } from './boolean.tsx';
import { imei, vin } from './code.tsx';
import { email, phone } from './contact.tsx';
import { date } from './date.tsx';
import { dateTime } from './dateTime.tsx';
import { duration } from './duration.tsx';
import type { Kind } from './kind.ts';
import { acceleration, distance, money, number, speed } from './measure.tsx';
import { option } from './option.tsx';
import { plate } from './plate.tsx';
import { position } from './position.tsx';
import { reference } from './reference.tsx';
import { score } from './score.tsx';
import { status } from './status.tsx';
import { text } from './text.tsx';

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
