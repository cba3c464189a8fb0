import { date, dateTime } from './dates.ts';
import { email } from './email.ts';
import type { FieldKind } from './field.ts';
import { figureFault } from './figure.ts';
import { imei } from './imei.ts';
import { type FieldKindRules, idFault, typeFault } from './kind.ts';
import { phone } from './phoneSpelling.ts';
import { plate } from './plate.ts';
import { choice, text } from './text.ts';
import { vin } from './vin.ts';

/**
 * Rules of every field kind, for browser and server. The components of the kinds are in src/fields/registry.ts. A
 * missing kind does not compile.
 */
export const kinds = {
  text,
  number: { value: 'number', decimals: 0, fault: figureFault },
  money: { value: 'number', decimals: 2, unit: { ru: '₽', en: 'RUB' }, fault: figureFault },
  date,
  dateTime,
  duration: { value: 'duration', unit: { ru: 'ч:мм:с', en: 'h:mm:ss' }, fault: figureFault },
  distance: { value: 'number', decimals: 1, unit: { ru: 'км', en: 'km' }, fault: figureFault },
  speed: { value: 'number', decimals: 0, unit: { ru: 'км/ч', en: 'km/h' }, fault: figureFault },
  acceleration: { value: 'number', decimals: 2, unit: { ru: 'g', en: 'g' }, fault: figureFault },
  option: choice,
  reference: { value: 'record', fault: idFault },
  plate,
  vin,
  imei,
  phone,
  email,
  boolean: { value: 'boolean', fault: value => (typeof value === 'boolean' ? undefined : typeFault('boolean')) },
  score: { value: 'number', decimals: 1, fault: figureFault },
  status: choice,
  // A position is written as two numbers (`fieldsByWireName`).
  position: { value: 'position', fault: () => undefined },
} as const satisfies { readonly [Kind in FieldKind]: FieldKindRules };

export const rulesOf = (kind: FieldKind): FieldKindRules => kinds[kind];

/** Kinds whose values have one of these types. */
export type KindsOf<Value extends FieldKindRules['value']> = {
  [Kind in FieldKind]: (typeof kinds)[Kind]['value'] extends Value ? Kind : never;
}[FieldKind];
