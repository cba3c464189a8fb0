import { operators } from '../../../src/resources/operators.ts';
import { faultOf, parsed } from '../../../src/schema/kinds/rules.ts';
import { invalid } from '../../errors.ts';

/**
 * The phone in its stored spelling. Throws INVALID (field `Phone`) for phones that forms reject too. An empty phone
 * passes, and so does the phone that the account has already.
 */
export const readPhone = (text = '', before?: string): string => {
  if (text !== '' && text.trim() === before) return before;
  const phone = String(parsed(text, operators.fields.Phone));
  const fault = faultOf(phone, operators.fields.Phone);
  if (fault) throw invalid({ field: 'Phone', ...fault });
  return phone;
};
