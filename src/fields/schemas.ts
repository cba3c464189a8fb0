import { type AnySchema, array, boolean, date, mixed, number, object, string } from 'yup';
import type { Field, FieldKind } from '../resources/fields.ts';
import { validationText } from './validation.ts';

type Translate = Parameters<typeof validationText>[0];
/** The schema before the field says whether it is required. */
type MakeSchema = (field: Field, translate: Translate) => AnySchema;

// An empty box means "nothing", not a wrong number or an empty text.
const blankAsNull = (value: unknown, original: unknown) => (original === '' ? null : value);

const text: MakeSchema = (field, translate) => {
  const base = string()
    .typeError(validationText(translate, 'type', { type: 'string' }))
    .trim()
    .nullable();
  // The specification has no text for a length; the bound is told with the one for a maximum.
  return field.maxLength ? base.max(field.maxLength, ({ max }) => validationText(translate, 'max', { max })) : base;
};

const figure: MakeSchema = (field, translate) => {
  let base = number().transform(blankAsNull).nullable().typeError(validationText(translate, 'integer'));
  if (field.identifier)
    base = base.integer(validationText(translate, 'integer')).positive(validationText(translate, 'integer'));
  if (field.minimum !== undefined) base = base.min(field.minimum);
  if (field.maximum !== undefined)
    base = base.max(field.maximum, ({ max }) => validationText(translate, 'max', { max }));
  return base;
};

const moment: MakeSchema = (_, translate) =>
  date()
    .transform(blankAsNull)
    .nullable()
    .default(null)
    .typeError(validationText(translate, 'type', { type: 'date' }));

const option: MakeSchema = (_, translate) => {
  const message = validationText(translate, 'option');
  return object({ Id: string().required(message), Title: string().required(message) })
    .nullable()
    .typeError(validationText(translate, 'type', { type: validationText(translate, 'oneOf') }));
};

const choice: MakeSchema = (field, translate) =>
  field.choices
    ? mixed()
        .nullable()
        .oneOf([...field.choices, null], validationText(translate, 'option'))
    : option(field, translate);

const pattern =
  (matches: RegExp, type: string): MakeSchema =>
  (field, translate) =>
    (text(field, translate) as ReturnType<typeof string>).matches(matches, {
      message: validationText(translate, 'type', { type }),
      excludeEmptyString: true,
    });

const schemas: { readonly [Kind in FieldKind]: MakeSchema } = {
  text,
  number: figure,
  money: figure,
  date: moment,
  dateTime: moment,
  duration: figure,
  distance: figure,
  speed: figure,
  acceleration: figure,
  option: choice,
  reference: figure,
  plate: text,
  vin: pattern(/^[A-HJ-NPR-Z0-9]{17}$/i, 'VIN'),
  imei: pattern(/^\d{15}$/, 'IMEI'),
  phone: text,
  email: (field, translate) =>
    (text(field, translate) as ReturnType<typeof string>).email(validationText(translate, 'email')),
  boolean: (_, translate) =>
    boolean()
      .nullable()
      .typeError(validationText(translate, 'type', { type: 'boolean' })),
  score: figure,
  status: choice,
  position: (_, translate) =>
    array(number().required())
      .length(2)
      .nullable()
      .typeError(validationText(translate, 'type', { type: 'array' })),
};

/** The yup schema of one field, with the specification's messages. */
export const schemaOf = (field: Field, translate: Translate): AnySchema => {
  const schema = schemas[field.kind](field, translate);
  const message = validationText(translate, 'required');
  return field.required ? schema.required(message).nonNullable(message) : schema;
};

/** Start and end of a range: both may be open, the end not before the start and not after the bound. */
export const dateRangeSchema = (translate: Translate, bound?: Date) => {
  const day = () => date().transform(blankAsNull).nullable().default(null);
  const end = day().when('start', ([start], schema) =>
    start instanceof Date ? schema.min(start, validationText(translate, 'notBeforeStart')) : schema,
  );
  return object({ start: day(), end: bound ? end.max(bound, validationText(translate, 'notAfterEnd')) : end });
};
