import type { Values } from '../../../src/contract/describedTypes.ts';
import type { Fields } from '../../../src/schema/forms.ts';
import { parseValue } from '../../../src/schema/kinds/rules.ts';
import { fieldByWireName } from '../../../src/schema/wire.ts';
import type { Db } from '../../db/connect.ts';
import { queryRunnerOf } from '../../db/read.ts';
import { type FieldFault, invalid } from '../../errors.ts';
import { valueFault } from './checks.ts';
import type { RequestContext } from './define.ts';
import { referenceFaults } from './references.ts';

export const normaliseActionValues = (fields: Fields, body: Values = {}): Values =>
  Object.fromEntries(
    Object.entries(body).map(([name, value]) => {
      const field = fieldByWireName({ fields }, name)?.[1];
      return [name, field ? parseValue(value, field) : value];
    }),
  );

/** Throws one error with all faults of the values. The schema has already checked types, names and required values. */
export const checkActionValues = async (
  db: Db,
  fields: Fields,
  { caller, presentContext }: RequestContext,
  values: Values,
): Promise<void> => {
  const faults = Object.entries(values).flatMap(([name, value]): FieldFault[] => {
    const field = fieldByWireName({ fields }, name)?.[1];
    const fault = field && valueFault(value, field, presentContext, undefined);
    return fault ? [{ field: name, ...fault }] : [];
  });
  const missing = await referenceFaults(
    queryRunnerOf(db),
    presentContext.registry,
    { fields },
    caller.companyId,
    values,
  );
  if (faults.length + missing.length > 0) throw invalid(...faults, ...missing);
};
