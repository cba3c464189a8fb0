import { operators } from '../../../src/resources/operators.ts';
import { faultOf, parseValue } from '../../../src/schema/kinds/rules.ts';
import { invalid } from '../../errors.ts';

/**
 * Returns the phone in its stored spelling. Throws INVALID (field `Phone`) for a phone that the form would reject. An
 * empty phone is accepted, and so is the account's present phone.
 */
export const parsePhone = (text = '', currentPhone?: string): string => {
  if (text !== '' && text.trim() === currentPhone) return currentPhone;
  const phone = String(parseValue(text, operators.fields.Phone));
  const fault = faultOf(phone, operators.fields.Phone);
  if (fault) throw invalid({ field: 'Phone', ...fault });
  return phone;
};
