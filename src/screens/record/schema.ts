import { type AnySchema, array, number, object, string } from 'yup';
import { schemaOf } from '../../fields/schemas.ts';
import { faultText, validationText } from '../../fields/validation.ts';
import type { Described } from '../../schema/define.ts';
import type { Field } from '../../schema/fields.ts';
import { ruleFaults } from '../../schema/rules.ts';
import { fieldBehind, writtenNames } from '../../schema/wire.ts';

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

const coordinate = (part: number, translate: Translate): AnySchema => {
  const most = part === 0 ? 90 : 180;
  return schemaOf({ kind: 'number', label: { ru: '', en: '' }, minimum: -most, maximum: most }, translate);
};

const schemasOf = (name: string, given: Field, translate: Translate): readonly (readonly [string, AnySchema])[] => {
  const field = given.unless === undefined ? given : { ...given, required: false };
  if (field.parts) return field.parts.map((part, at) => [part, coordinate(at, translate)] as const);
  if (field.many) return [[field.idField ?? name, several(field, translate)]];
  if (field.idField) return [[field.idField, chosen(field, translate)]];
  if (field.kind === 'option' && field.dictionary) return [[name, byCode(field, translate)]];
  return [[name, schemaOf(field, translate)]];
};

/** Returns the yup schema of a form with these fields, keyed by wire name. */
export const recordSchema = (resource: Described, names: readonly string[], translate: Translate) => {
  const fields = Object.fromEntries(names.map(name => [name, resource.fields[name] as Field]));
  const shape = Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => schemasOf(name, field, translate)),
  );
  const written = Object.keys(shape);
  // The message of a rule between fields appears at the field that the rule names.
  const ruled = (wireName: string, schema: AnySchema) =>
    schema.test('rule', '', (_value, { parent, createError }) => {
      const fault = ruleFaults(fields, resource.rules ?? [], parent, written).find(({ field }) => field === wireName);
      if (!fault) return true;
      const isChoice =
        fields[wireName]?.kind === 'option' || fieldBehind({ fields }, wireName)?.[1].idField !== undefined;
      const isUnchosen = fault.message === 'required' && isChoice;
      return createError({ message: isUnchosen ? validationText(translate, 'option') : faultText(translate, fault) });
    });
  return object(Object.fromEntries(Object.entries(shape).map(([name, schema]) => [name, ruled(name, schema)])));
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
