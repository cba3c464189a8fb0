import { type Field, type FieldKind, fieldKinds } from './kinds/field.ts';
import type { Exact } from './only.ts';

export { type Bilingual, type Field, type FieldKind, fieldKinds } from './kinds/field.ts';

type Options<Kind extends FieldKind> = Omit<Field<Kind>, 'kind'>;
type FieldMaker<Kind extends FieldKind> = <const O extends Options<Kind>>(
  options?: O & Exact<O, Options<Kind>>,
) => { readonly kind: Kind } & O;

const fieldMaker =
  <Kind extends FieldKind>(kind: Kind): FieldMaker<Kind> =>
  options =>
    ({ kind, ...options }) as never;

/**
 * One function per field kind. It makes the description of a field: `f.text({ label: { ru: 'Город', en: 'City' },
 * required: true })`.
 */
export const f = Object.fromEntries(fieldKinds.map(kind => [kind, fieldMaker(kind)])) as unknown as {
  readonly [Kind in FieldKind]: FieldMaker<Kind>;
};

/** Field that filters a list by the import that created the rows. Each resource with `imports` has it as `ImportId`. */
export const importFilter = f.reference({
  label: { ru: 'Импорт', en: 'Import' },
  targetResource: 'imports',
  idField: 'ImportId',
  pickerFigures: ['CreatedAt', 'Rows'],
  filterable: true,
  inputOnly: true,
  required: true,
});
