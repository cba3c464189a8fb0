import { yupResolver } from '@hookform/resolvers/yup';
import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form';
import type { AnyObjectSchema } from 'yup';
import type { SchemaContext } from '../../fields/schemas.ts';

/** Field faults from the server, and the values they refer to. */
export interface RejectedValues {
  readonly values: FieldValues;
  readonly messages: Readonly<Record<string, string>>;
}

/**
 * Returns a resolver for a yup schema. The form's own values are submitted, with texts trimmed, because yup would turn
 * a day into a time. A fault of the server holds while the field has the rejected value. `stored` returns the values
 * that the server has: such a text may stay, although a newer rule rejects it.
 */
export const resolverOf = (
  schema: AnyObjectSchema,
  refused: () => RejectedValues | undefined,
  stored: () => FieldValues | undefined = () => undefined,
): Resolver => {
  const check = yupResolver(schema) as unknown as Resolver;
  return async (values, _, options) => {
    const context: SchemaContext = { stored: stored() };
    const checked = await check(values, context, options);
    const { messages = {}, values: sent = {} } = refused() ?? {};
    const standing = Object.entries(messages).filter(([name]) => values[name] === sent[name]);
    const errors: FieldErrors = {
      ...Object.fromEntries(standing.map(([name, message]) => [name, { type: 'server', message }])),
      ...checked.errors,
    };
    if (Object.keys(errors).length > 0) return { values: {}, errors };
    const entries = Object.entries(checked.values as FieldValues);
    const asTyped = ([name, value]: [string, unknown]) => [name, value instanceof Date ? values[name] : value] as const;
    return { values: Object.fromEntries(entries.map(asTyped)), errors: {} };
  };
};
