import { type AnySchema, array, boolean, date, mixed, number, object, string } from 'yup';
import { serverNow } from '../api/clock.ts';
import type { Field } from '../schema/fields.ts';
import { readFigure } from '../schema/kinds/figureText.ts';
import type { ValueType } from '../schema/kinds/kind.ts';
import { kinds } from '../schema/kinds/kinds.ts';
import { faultOf, parsed, yearFault } from '../schema/kinds/rules.ts';
import { faultText, typeText, validationText } from './validation.ts';

type Translate = Parameters<typeof validationText>[0];
/** Makes the schema of a field, before `required` is applied. */
type MakeSchema = (field: Field, translate: Translate) => AnySchema;

/** Context of a form's validation. */
export interface SchemaContext {
  /** Values that the server has, by name. Absent for a new record. */
  readonly stored: Readonly<Record<string, unknown>> | undefined;
}

// An empty input is null, not an invalid number or an empty text.
const blankAsNull = (value: unknown, original: unknown) => (original === '' ? null : value);

/** Schema of a text. src/schema/kinds contains the rules, because short forms and the server use them too. */
const text: MakeSchema = (field, translate) =>
  string()
    .typeError(typeText(translate, 'string'))
    .transform(value => parsed(value, field))
    .nullable()
    .test('kind', (value, { createError, path, options }) => {
      const { stored } = (options.context ?? {}) as Partial<SchemaContext>;
      // The server keeps an unchanged text from before a rule (server/engine/table/checks.ts).
      if (value && value === parsed(stored?.[path], field)) return true;
      const fault = faultOf(value, { ...field, required: false });
      return fault ? createError({ message: faultText(translate, fault) }) : true;
    });

/** Parses by the rules of the input, because yup accepts `2e3` as 2000. */
const figureOf =
  ({ kind }: Field) =>
  (value: unknown, original: unknown): unknown => {
    if (typeof original !== 'string') return value;
    return original.trim() === '' ? null : (readFigure(original, kind) ?? Number.NaN);
  };

const figure: MakeSchema = (field, translate) => {
  let base = number().transform(figureOf(field)).nullable().typeError(validationText(translate, 'integer'));
  if (field.identifier)
    base = base.integer(validationText(translate, 'integer')).positive(validationText(translate, 'integer'));
  else if (field.integer) base = base.integer(validationText(translate, 'integer'));
  if (field.minimum !== undefined)
    base = base.min(field.minimum, ({ min }) => validationText(translate, 'min', { min }));
  if (field.maximum !== undefined)
    base = base.max(field.maximum, ({ max }) => validationText(translate, 'max', { max }));
  return base.test('year', (value, { createError }) => {
    const fault = yearFault(value, field, new Date(serverNow()));
    return fault ? createError({ message: faultText(translate, fault) }) : true;
  });
};

/** Schema of an id: a positive integer. */
const id: MakeSchema = (_, translate) => {
  const message = validationText(translate, 'integer');
  return number().transform(blankAsNull).nullable().typeError(message).integer(message).positive(message);
};

const moment: MakeSchema = ({ past, future }, translate) => {
  const base = date().transform(blankAsNull).nullable().default(null).typeError(typeText(translate, 'date'));
  // The form does not check that a planned time is in the future. An unchanged overdue time is valid, and only the
  // server knows the old value.
  if (future) return base;
  return past ? base.max(new Date(serverNow()), validationText(translate, 'notAfterToday')) : base;
};

const option: MakeSchema = (_, translate) => {
  const message = validationText(translate, 'option');
  // A number instead of a text gets the message for options.
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

const schemas: { readonly [Value in ValueType]: MakeSchema } = {
  text,
  choice,
  record: id,
  number: figure,
  duration: figure,
  day: moment,
  moment,
  boolean: (_, translate) => boolean().nullable().typeError(typeText(translate, 'boolean')),
  position: (_, translate) => {
    const message = typeText(translate, 'position');
    return array(number().typeError(message).required(message).nonNullable(message))
      .length(2, message)
      .nullable()
      .typeError(message);
  },
};

/** Returns the yup schema of one field, with the specification's messages. */
export const schemaOf = (field: Field, translate: Translate): AnySchema => {
  const { value } = kinds[field.kind];
  const schema = schemas[value](field, translate);
  const chosen = value === 'choice' || value === 'record';
  const message = validationText(translate, chosen ? 'option' : 'required');
  return field.required ? schema.required(message).nonNullable(message) : schema;
};
