import type { Field, FieldKind } from './kinds/field.ts';
import type { Only } from './only.ts';

export { type Bilingual, type Field, type FieldKind, fieldKinds } from './kinds/field.ts';

type Options<Kind extends FieldKind> = Omit<Field<Kind>, 'kind'>;
type Make<Kind extends FieldKind> = <const O extends Options<Kind>>(
  options?: O & Only<O, Options<Kind>>,
) => { readonly kind: Kind } & O;

const make =
  <Kind extends FieldKind>(kind: Kind): Make<Kind> =>
  options =>
    ({ kind, ...options }) as never;

/** Field maker of each kind: `f.text({ label: { ru: 'Город', en: 'City' }, required: true })`. */
export const f: { readonly [Kind in FieldKind]: Make<Kind> } = {
  text: make('text'),
  number: make('number'),
  money: make('money'),
  date: make('date'),
  dateTime: make('dateTime'),
  duration: make('duration'),
  distance: make('distance'),
  speed: make('speed'),
  acceleration: make('acceleration'),
  option: make('option'),
  reference: make('reference'),
  plate: make('plate'),
  vin: make('vin'),
  imei: make('imei'),
  phone: make('phone'),
  email: make('email'),
  boolean: make('boolean'),
  score: make('score'),
  status: make('status'),
  position: make('position'),
};
