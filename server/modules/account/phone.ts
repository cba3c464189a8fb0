import { faultOf } from '../../../src/kinds/rules.ts';
import { operators } from '../../../src/resources/operators.ts';
import { invalid } from '../../errors.ts';

/** Refuses what forms refuse too (`INVALID`, field `Phone`); an empty phone passes. */
export const checkPhone = (phone: string | undefined): void => {
  const fault = faultOf(phone, operators.fields.Phone);
  if (fault) throw invalid({ field: 'Phone', ...fault });
};
