import { yupResolver } from '@hookform/resolvers/yup';
import type { FieldValues, Resolver } from 'react-hook-form';
import type { AnyObject, ObjectSchema } from 'yup';

/** Checks by a yup schema. What is sent is what stands in the form, texts trimmed: yup would make a moment of a day. */
export const resolverOf = (schema: ObjectSchema<AnyObject>): Resolver => {
  const check = yupResolver(schema) as unknown as Resolver;
  return async (values, context, options) => {
    const checked = await check(values, context, options);
    const asTyped = ([name, value]: [string, unknown]) => [name, value instanceof Date ? values[name] : value] as const;
    const entries = Object.entries(checked.values as FieldValues);
    return { ...checked, values: Object.fromEntries(entries.map(asTyped)) } as typeof checked;
  };
};
