import { type AnySchema, array, number, object, string } from 'yup';
import { schemaOf } from '../../fields/schemas.ts';
import { validationText } from '../../fields/validation.ts';
import type { Described } from '../../resources/define.ts';
import type { Field } from '../../resources/fields.ts';
import { writtenNames } from '../../resources/wire.ts';

type Translate = Parameters<typeof schemaOf>[1];

/** A choice is written by its id; the specification's message asks for one of the options. */
const chosen = ({ required }: Field, translate: Translate): AnySchema => {
  const message = validationText(translate, 'option');
  const id = number().integer(message).positive(message).typeError(message).nullable();
  return required ? id.required(message).nonNullable(message) : id;
};

/** Any number of what is offered, by their ids. */
const several = ({ required, choices }: Field, translate: Translate): AnySchema => {
  const message = validationText(translate, 'option');
  const each: AnySchema = choices
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

const schemasOf = (name: string, field: Field, translate: Translate): readonly (readonly [string, AnySchema])[] => {
  if (field.parts) return field.parts.map((part, at) => [part, coordinate(field.parts ?? [], at, translate)] as const);
  if (field.many) return [[field.idField ?? name, several(field, translate)]];
  if (field.idField) return [[field.idField, chosen(field, translate)]];
  return [[name, schemaOf(field, translate)]];
};

/** A day or time that must not precede another field. */
const ordered = (schema: AnySchema, earlier: string, translate: Translate): AnySchema =>
  schema.test('notBefore', validationText(translate, 'notBeforeStart'), (value, { parent }) => {
    const [from, to] = [parent[earlier], value].map(each => (each ? new Date(each).getTime() : Number.NaN));
    return !((to ?? Number.NaN) < (from ?? Number.NaN));
  });

/** yup schema of a form with these fields, keyed by wire name. */
export const recordSchema = (resource: Described, names: readonly string[], translate: Translate) => {
  const shape = Object.fromEntries(names.flatMap(name => schemasOf(name, resource.fields[name] as Field, translate)));
  for (const { field, notBefore } of resource.rules ?? [])
    if (shape[field]) shape[field] = ordered(shape[field], notBefore, translate);
  return object(shape);
};

/** Initial values of a create form: null, empty list, or false. */
export const emptyValues = (resource: Described, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(
    names.flatMap(name => {
      const field = resource.fields[name] as Field;
      const nothing = field.kind === 'boolean' ? false : field.many ? [] : null;
      return writtenNames(name, field).map(wireName => [wireName, nothing] as const);
    }),
  );
