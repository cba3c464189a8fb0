import { type AnySchema, array, number, object, string } from 'yup';
import { schemaOf } from '../../fields/schemas.ts';
import { faultText, validationText } from '../../fields/validation.ts';
import type { Described } from '../../resources/define.ts';
import type { Field } from '../../resources/fields.ts';
import type { Fields, Rule } from '../../resources/forms.ts';
import { brokenRule, isAsked } from '../../resources/rules.ts';
import { writtenNames } from '../../resources/wire.ts';

type Translate = Parameters<typeof schemaOf>[1];

/** A choice is written by its id; the specification's message asks for one of the options. */
const chosen = ({ required }: Field, translate: Translate): AnySchema => {
  const message = validationText(translate, 'option');
  const id = number().integer(message).positive(message).typeError(message).nullable();
  return required ? id.required(message).nonNullable(message) : id;
};

/** An entry that is known by a code: a country. */
const byCode = ({ required }: Field, translate: Translate): AnySchema => {
  const message = validationText(translate, 'option');
  const code = string().typeError(message).nullable();
  return required ? code.required(message).nonNullable(message) : code;
};

/** Two ids, as `pairOf` of a description has them. */
const pair = /^[1-9]\d*:[1-9]\d*$/;

/** Any number of what is offered, by their ids; of pairs, by both. */
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

/** A position needs both parts. */
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

/** Asked for as long as another field of the same form has no value. */
const unless = (field: Field, names: readonly string[], make: (field: Field) => AnySchema): AnySchema => {
  const { unless: other, ...asked } = field;
  if (other === undefined || !names.includes(other)) return make(field);
  const optional = make({ ...asked, required: false });
  return field.required
    ? optional.when(other, ([value]) =>
        value === null || value === undefined || value === '' ? make(asked) : optional,
      )
    : optional;
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

/** Required as long as another field of the form says so. */
const askedFor = (schema: AnySchema, { requiredWhen, idField }: Field, translate: Translate): AnySchema =>
  schema.test('asked', validationText(translate, idField ? 'option' : 'required'), (value, { parent }) => {
    const missing = value === null || value === undefined || value === '';
    return !(missing && requiredWhen && isAsked(requiredWhen, parent));
  });

/** A rule over several fields, told at the one it names. */
const ruled = (schema: AnySchema, rule: Rule<Fields>, translate: Translate): AnySchema =>
  schema.test('rule', '', (_value, { parent, createError }) => {
    const broken = brokenRule(rule, parent);
    return broken ? createError({ message: faultText(translate, { message: broken }) }) : true;
  });

/** yup schema of a form with these fields, keyed by wire name. */
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

/** Initial values of a create form: null, empty list, or false. */
export const emptyValues = (resource: Described, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(
    names.flatMap(name => {
      const field = resource.fields[name] as Field;
      const nothing = field.initially ?? (field.kind === 'boolean' ? false : field.many ? [] : null);
      return writtenNames(name, field).map(wireName => [wireName, nothing] as const);
    }),
  );
