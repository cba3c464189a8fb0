import { type Field, type FieldKind, fieldKinds } from './kinds/field.ts';
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
export const f = Object.fromEntries(fieldKinds.map(kind => [kind, make(kind)])) as unknown as {
  readonly [Kind in FieldKind]: Make<Kind>;
};
