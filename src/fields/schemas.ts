import { type AnySchema, array, boolean, date, mixed, number, object, string } from 'yup';
import { imeiPattern } from '../kinds/imei.ts';
import { faultOf, parsed } from '../kinds/rules.ts';
import { judgeVin } from '../kinds/vin.ts';
import type { Field, FieldKind } from '../resources/fields.ts';
import { faultText, typeText, validationText } from './validation.ts';

type Translate = Parameters<typeof validationText>[0];
/** Schema before `required` is applied. */
type MakeSchema = (field: Field, translate: Translate) => AnySchema;

// An empty input is null, not an invalid number or an empty text.
const blankAsNull = (value: unknown, original: unknown) => (original === '' ? null : value);

// yup's own trim fails in English on values that are not text.
const trimmed = (value: unknown) => (typeof value === 'string' ? value.trim() : value);

const text: MakeSchema = (field, translate) => {
  const base = string().typeError(typeText(translate, 'string')).transform(trimmed).nullable();
  // The specification has no message for lengths; that of a maximum is used.
  return field.maxLength ? base.max(field.maxLength, ({ max }) => validationText(translate, 'max', { max })) : base;
};

const figure: MakeSchema = (field, translate) => {
  let base = number().transform(blankAsNull).nullable().typeError(validationText(translate, 'integer'));
  if (field.identifier)
    base = base.integer(validationText(translate, 'integer')).positive(validationText(translate, 'integer'));
  if (field.minimum !== undefined)
    base = base.min(field.minimum, ({ min }) => validationText(translate, 'min', { min }));
  if (field.maximum !== undefined)
    base = base.max(field.maximum, ({ max }) => validationText(translate, 'max', { max }));
  return base;
};

const moment: MakeSchema = (_, translate) =>
  date().transform(blankAsNull).nullable().default(null).typeError(typeText(translate, 'date'));

const option: MakeSchema = (_, translate) => {
  const message = validationText(translate, 'option');
  // A number instead of a text was never among the choices.
  const part = () => string().typeError(message).required(message);
  return object({ Id: part(), Title: part() })
    .nullable()
    .typeError(validationText(translate, 'type', { type: validationText(translate, 'oneOf') }));
};

const choice: MakeSchema = (field, translate) =>
  field.choices
    ? mixed()
        .nullable()
        .oneOf([...field.choices, null], validationText(translate, 'option'))
    : field.dictionary
      ? text(field, translate)
      : option(field, translate);

const imei: MakeSchema = (field, translate) =>
  (text(field, translate) as ReturnType<typeof string>).matches(imeiPattern, {
    message: typeText(translate, 'imei'),
    excludeEmptyString: true,
  });

const vin: MakeSchema = (field, translate) =>
  (text(field, translate) as ReturnType<typeof string>).test('shape', typeText(translate, 'vin'), value =>
    value ? judgeVin(value) !== 'malformed' : true,
  );

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
  vin,
  imei,
  phone: text,
  email: (field, translate) =>
    (text(field, translate) as ReturnType<typeof string>).email(validationText(translate, 'email')),
  boolean: (_, translate) => boolean().nullable().typeError(typeText(translate, 'boolean')),
  score: figure,
  status: choice,
  position: (_, translate) => {
    const message = typeText(translate, 'position');
    return array(number().typeError(message).required(message).nonNullable(message))
      .length(2, message)
      .nullable()
      .typeError(message);
  },
};

/** Kinds whose values are judged beyond their shape; both ends judge alike. */
const judged: readonly FieldKind[] = ['plate', 'vin', 'imei'];
const told = ['plate', 'vin', 'imei'];

const judge = (schema: AnySchema, field: Field, translate: Translate): AnySchema =>
  judged.includes(field.kind)
    ? schema.test('fault', '', (value, { createError }) => {
        const fault = faultOf(parsed(value, field), { ...field, required: false });
        return fault && told.includes(fault.message) ? createError({ message: faultText(translate, fault) }) : true;
      })
    : schema;

/** The yup schema of one field, with the specification's messages. */
export const schemaOf = (field: Field, translate: Translate): AnySchema => {
  const schema = judge(schemas[field.kind](field, translate), field, translate);
  const message = validationText(translate, 'required');
  return field.required ? schema.required(message).nonNullable(message) : schema;
};
