import { date, dateTime } from './dates.ts';
import { email } from './email.ts';
import type { FieldKind } from './field.ts';
import { imei } from './imei.ts';
import type { FieldKindRules } from './kind.ts';
import { phone } from './phoneSpelling.ts';
import { plate } from './plate.ts';
import { choice, text } from './text.ts';
import { vin } from './vin.ts';

/**
 * The half of every field kind that browser and server share. The other half is src/fields/registry.ts. A missing kind
 * does not compile.
 */
export const kinds = {
  text,
  number: { value: 'number', decimals: 0 },
  money: { value: 'number', decimals: 2, unit: { ru: '₽', en: 'RUB' } },
  date,
  dateTime,
  duration: { value: 'duration', unit: { ru: 'ч:мм:с', en: 'h:mm:ss' } },
  distance: { value: 'number', decimals: 1, unit: { ru: 'км', en: 'km' } },
  speed: { value: 'number', decimals: 0, unit: { ru: 'км/ч', en: 'km/h' } },
  acceleration: { value: 'number', decimals: 2, unit: { ru: 'g', en: 'g' } },
  option: choice,
  reference: { value: 'record' },
  plate,
  vin,
  imei,
  phone,
  email,
  boolean: { value: 'boolean' },
  score: { value: 'number', decimals: 1 },
  status: choice,
  position: { value: 'position' },
} as const satisfies { readonly [Kind in FieldKind]: FieldKindRules };

export const rulesOf = (kind: FieldKind): FieldKindRules => kinds[kind];

/** Kinds whose values have one of these types. */
export type KindsOf<Value extends FieldKindRules['value']> = {
  [Kind in FieldKind]: (typeof kinds)[Kind]['value'] extends Value ? Kind : never;
}[FieldKind];
