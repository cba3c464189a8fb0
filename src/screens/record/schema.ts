import { type AnySchema, object } from 'yup';
import { schemaOf } from '../../fields/schemas.ts';
import type { I18n } from '../../fields/useI18n.ts';
import { faultText } from '../../fields/validation.ts';
import type { FormDescription } from '../../schema/define.ts';
import type { Field } from '../../schema/fields.ts';
import { ruleFaults } from '../../schema/rules.ts';
import { fieldsByWireName, wireNamesForWriting } from '../../schema/wire.ts';

/** Returns the yup schema of a form with these fields, keyed by wire name. */
export const recordSchema = (resource: FormDescription, names: readonly string[], i18n: I18n) => {
  const fields = Object.fromEntries(names.map(name => [name, resource.fields[name] as Field]));
  const fieldsByName = fieldsByWireName(fields);
  // A rule compares several fields. Its message appears at the field that the rule names.
  const withRules = (wireName: string, schema: AnySchema) =>
    schema.test('rule', '', (_value, { parent, createError }) => {
      const faults = ruleFaults(fields, resource.rules ?? [], parent, Object.keys(fieldsByName));
      const fault = faults.find(({ field }) => field === wireName);
      return fault ? createError({ message: faultText(i18n, fault) }) : true;
    });
  return object(
    Object.fromEntries(
      Object.entries(fieldsByName).map(([name, field]) => [name, withRules(name, schemaOf(field, i18n))]),
    ),
  );
};

/**
 * Returns the initial values of a create form: the `initialValue` of the field, otherwise null, an empty list, or
 * false.
 */
export const emptyValues = (resource: FormDescription, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(
    names.flatMap(name => {
      const field = resource.fields[name] as Field;
      const emptyValue = field.initialValue ?? (field.kind === 'boolean' ? false : field.many ? [] : null);
      return wireNamesForWriting(name, field).map(wireName => [wireName, emptyValue] as const);
    }),
  );
