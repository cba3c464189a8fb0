import type { Field } from '../../schema/fields.ts';
import { parametersOfField } from '../../schema/filters.ts';

export const boundParameterNames = (name: string, field: Field): readonly [from: string, to: string] => {
  const [from, to] = parametersOfField(name, field);
  return [from?.name ?? name, to?.name ?? name];
};
