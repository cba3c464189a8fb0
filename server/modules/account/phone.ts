import { faultOf, parsed } from '../../../src/kinds/rules.ts';
import { operators } from '../../../src/resources/operators.ts';
import { invalid } from '../../errors.ts';

/** The phone in the spelling it is stored in. Refuses what forms refuse too (`INVALID`, field `Phone`); an empty phone passes. */
export const readPhone = (text = ''): string => {
  const phone = String(parsed(text, operators.fields.Phone));
  const fault = faultOf(phone, operators.fields.Phone);
  if (fault) throw invalid({ field: 'Phone', ...fault });
  return phone;
};
