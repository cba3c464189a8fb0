import { yupResolver } from '@hookform/resolvers/yup';
import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form';
import type { AnyObject, ObjectSchema } from 'yup';

/** What the server said of single fields, and the values it said that of. */
export interface Refused {
  readonly values: FieldValues;
  readonly messages: Readonly<Record<string, string>>;
}

/**
 * Checks by a yup schema. What is sent is what stands in the form, texts trimmed: yup would make a moment of a day. What
 * the server said of a field holds for as long as the value it said it of stands there.
 */
export const resolverOf = (schema: ObjectSchema<AnyObject>, refused: () => Refused | undefined): Resolver => {
  const check = yupResolver(schema) as unknown as Resolver;
  return async (values, context, options) => {
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
