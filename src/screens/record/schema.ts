import { type AnySchema, object } from 'yup';
import { schemaOf } from '../../fields/schemas.ts';
import type { I18n } from '../../fields/useI18n.ts';
import { faultText } from '../../fields/validation.ts';
import type { Described } from '../../schema/define.ts';
import type { Field } from '../../schema/fields.ts';
import { ruleFaults } from '../../schema/rules.ts';
import { fieldsByWireName, writtenNames } from '../../schema/wire.ts';

/** Returns the yup schema of a form with these fields, keyed by wire name. */
export const recordSchema = (resource: Described, names: readonly string[], i18n: I18n) => {
  const fields = Object.fromEntries(names.map(name => [name, resource.fields[name] as Field]));
  const written = fieldsByWireName(fields);
  // The message of a rule between fields appears at the field that the rule names.
  const ruled = (wireName: string, schema: AnySchema) =>
    schema.test('rule', '', (_value, { parent, createError }) => {
      const faults = ruleFaults(fields, resource.rules ?? [], parent, Object.keys(written));
      const fault = faults.find(({ field }) => field === wireName);
      return fault ? createError({ message: faultText(i18n, fault) }) : true;
    });
  return object(
    Object.fromEntries(Object.entries(written).map(([name, field]) => [name, ruled(name, schemaOf(field, i18n))])),
  );
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
