import { type AnySchema, mixed } from 'yup';
import { serverNow } from '../api/clock.ts';
import type { Field } from '../schema/fields.ts';
import { parseNumber } from '../schema/kinds/figureText.ts';
import { rulesOf } from '../schema/kinds/kinds.ts';
import { faultOf, parseValue } from '../schema/kinds/rules.ts';
import type { I18n } from './useI18n.ts';
import { faultText } from './validation.ts';

/** Data that the validation of a form needs besides the form's values. */
export interface SchemaContext {
  /** Stored values of the record, by field name. Absent for a new record. */
  readonly stored: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Returns the value of an input as the form sends it. An empty input becomes null. An empty text without a format stays
 * a text.
 */
const readInput = (value: unknown, field: Field): unknown => {
  const { valueType: type, format } = rulesOf(field.kind);
  if ((type === 'text' && !format) || typeof value !== 'string') return parseValue(value, field);
  if (value.trim() === '') return null;
  return type === 'number' || type === 'duration'
    ? (parseNumber(value, field.kind) ?? value)
    : parseValue(value, field);
};

/**
 * Returns the yup schema of one form value. The rules themselves are in src/schema/kinds, because short forms and the
 * server use them too.
 */
export const schemaOf = (field: Field, i18n: I18n): AnySchema => {
  const { valueType: type } = rulesOf(field.kind);
  const schema = mixed()
    .transform((_, original) => readInput(original, field))
    .nullable()
    .test('value', (value, { createError, path, options }) => {
      const { stored } = (options.context ?? {}) as Partial<SchemaContext>;
      const fault = faultOf(value, field, { now: new Date(serverNow()), before: stored?.[path] });
      return fault ? createError({ message: faultText(i18n, fault) }) : true;
    });
  return type === 'day' || type === 'moment' ? schema.default(null) : schema;
};
