import { dateRules, dateTimeRules } from './dates.ts';
import { emailRules } from './email.ts';
import type { FieldKind } from './field.ts';
import { numberFault } from './figure.ts';
import { imeiRules } from './imei.ts';
import { type FieldKindRules, idFault, typeFault } from './kind.ts';
import { phoneRules } from './phone.ts';
import { plateRules } from './plate.ts';
import { choiceRules, textRules } from './text.ts';
import { vinRules } from './vin.ts';

/**
 * Rules of every field kind, for browser and server. The components of the kinds are in src/fields/registry.ts. A
 * missing kind does not compile.
 */
export const kinds = {
  text: textRules,
  number: { valueType: 'number', decimals: 0, fault: numberFault },
  money: { valueType: 'number', decimals: 2, unit: { ru: '₽', en: 'RUB' }, fault: numberFault },
  date: dateRules,
  dateTime: dateTimeRules,
  duration: { valueType: 'duration', unit: { ru: 'ч:мм:с', en: 'h:mm:ss' }, fault: numberFault },
  distance: { valueType: 'number', decimals: 1, unit: { ru: 'км', en: 'km' }, fault: numberFault },
  speed: { valueType: 'number', decimals: 0, unit: { ru: 'км/ч', en: 'km/h' }, fault: numberFault },
  acceleration: { valueType: 'number', decimals: 2, unit: { ru: 'g', en: 'g' }, fault: numberFault },
  option: choiceRules,
  reference: { valueType: 'record', fault: idFault },
  plate: plateRules,
  vin: vinRules,
  imei: imeiRules,
  phone: phoneRules,
  email: emailRules,
  boolean: { valueType: 'boolean', fault: value => (typeof value === 'boolean' ? undefined : typeFault('boolean')) },
  score: { valueType: 'number', decimals: 1, fault: numberFault },
  status: choiceRules,
  // Always valid here, because a position is written as two numbers (`fieldsByWireName`) that are validated one by one.
  position: { valueType: 'position', fault: () => undefined },
} as const satisfies { readonly [Kind in FieldKind]: FieldKindRules };

export const rulesOf = (kind: FieldKind): FieldKindRules => kinds[kind];

/** Field kinds whose values are of the type `Value`, or of one of its types if `Value` is a union. */
export type KindsOf<Value extends FieldKindRules['valueType']> = {
  [Kind in FieldKind]: (typeof kinds)[Kind]['valueType'] extends Value ? Kind : never;
}[FieldKind];
