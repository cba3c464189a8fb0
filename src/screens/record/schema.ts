import { type AnySchema, array, number, object, string } from 'yup';
import { schemaOf } from '../../fields/schemas.ts';
import { faultText, validationText } from '../../fields/validation.ts';
import type { Described } from '../../schema/define.ts';
import type { Field } from '../../schema/fields.ts';
import type { Fields, Rule } from '../../schema/forms.ts';
import { isBlank } from '../../schema/kinds/blank.ts';
import { brokenRule, isAsked } from '../../schema/rules.ts';
import { writtenNames } from '../../schema/wire.ts';

type Translate = Parameters<typeof schemaOf>[1];

/** A choice is written by its id. An empty required choice gets the specification's message about options. */
const chosen = ({ required }: Field, translate: Translate): AnySchema => {
  const message = validationText(translate, 'option');
  const id = number().integer(message).positive(message).typeError(message).nullable();
  return required ? id.required(message).nonNullable(message) : id;
};

/** A choice that is written by a code, such as a country. */
const byCode = ({ required }: Field, translate: Translate): AnySchema => {
  const message = validationText(translate, 'option');
  const code = string().typeError(message).nullable();
  return required ? code.required(message).nonNullable(message) : code;
};

/** Two ids, as in a description with `pairOf`. */
const pair = /^[1-9]\d*:[1-9]\d*$/;

/** Several offered entries: ids, pairs of ids, or own choices. */
const several = ({ required, choices, pairOf }: Field, translate: Translate): AnySchema => {
  const message = validationText(translate, 'option');
  const each: AnySchema = pairOf
    ? string().matches(pair, message)
    : choices
      ? string().oneOf([...choices], message)
      : number().integer(message).positive(message).typeError(message);
  const ids = array(each).typeError(message);
  return required ? ids.min(1, message) : ids;
};

/** A position needs both coordinates. */
const coordinate = (parts: readonly string[], part: number, translate: Translate): AnySchema => {
  const most = part === 0 ? 90 : 180;
  const other = parts[1 - part] ?? '';
  const known = (value: unknown) => value !== null && value !== undefined && value !== '';
  const schema = schemaOf({ kind: 'number', label: { ru: '', en: '' }, minimum: -most, maximum: most }, translate);
  return schema.test(
    'whole',
    validationText(translate, 'required'),
    (value, { parent }) => known(value) || !known(parent[other]),
  );
};

/** Makes the field required only while the other field of the form is empty. */
const unless = (field: Field, names: readonly string[], make: (field: Field) => AnySchema): AnySchema => {
  const { unless: other, ...asked } = field;
  if (other === undefined || !names.includes(other)) return make(field);
  const optional = make({ ...asked, required: false });
  return field.required ? optional.when(other, ([value]) => (isBlank(value) ? make(asked) : optional)) : optional;
};

const schemasOf = (
  name: string,
  field: Field,
  names: readonly string[],
  translate: Translate,
): readonly (readonly [string, AnySchema])[] => {
  if (field.parts) return field.parts.map((part, at) => [part, coordinate(field.parts ?? [], at, translate)] as const);
  if (field.many) return [[field.idField ?? name, several(field, translate)]];
  if (field.idField) return [[field.idField, chosen(field, translate)]];
  if (field.kind === 'option' && field.dictionary) return [[name, byCode(field, translate)]];
  return [[name, unless(field, names, asked => schemaOf(asked, translate))]];
};

/** Makes the field required while another field of the form has one of the given values. */
const askedFor = (schema: AnySchema, { requiredWhen, idField }: Field, translate: Translate): AnySchema =>
  schema.test('asked', validationText(translate, idField ? 'option' : 'required'), (value, { parent }) => {
    const missing = isBlank(value);
    return !(missing && requiredWhen && isAsked(requiredWhen, parent));
  });

/** A rule over several fields. Its message appears at the field that the rule names. */
const ruled = (schema: AnySchema, rule: Rule<Fields>, translate: Translate): AnySchema =>
  schema.test('rule', '', (_value, { parent, createError }) => {
    const broken = brokenRule(rule, parent);
    return broken ? createError({ message: faultText(translate, { message: broken }) }) : true;
  });

/** Returns the yup schema of a form with these fields, keyed by wire name. */
export const recordSchema = (resource: Described, names: readonly string[], translate: Translate) => {
  const shape = Object.fromEntries(
    names.flatMap(name => schemasOf(name, resource.fields[name] as Field, names, translate)),
  );
  for (const name of names) {
    const field = resource.fields[name] as Field;
    for (const wireName of field.requiredWhen ? writtenNames(name, field) : [])
      shape[wireName] = askedFor(shape[wireName] as AnySchema, field, translate);
  }
  for (const rule of resource.rules ?? [])
    if (shape[rule.field]) shape[rule.field] = ruled(shape[rule.field] as AnySchema, rule, translate);
  return object(shape);
};

/** Returns the initial values of a create form: null, empty list, or false. */
export const emptyValues = (resource: Described, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(
    names.flatMap(name => {
      const field = resource.fields[name] as Field;
      const nothing = field.initially ?? (field.kind === 'boolean' ? false : field.many ? [] : null);
      return writtenNames(name, field).map(wireName => [wireName, nothing] as const);
    }),
  );
