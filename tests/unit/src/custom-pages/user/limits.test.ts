import { describe, expect, it } from 'vitest';
import { passwordMaxLength, passwordMinLength } from '../../../../../src/contract/limits.ts';
import { newPassword } from '../../../../../src/fields/newPassword.ts';
import { faultOf, parsed } from '../../../../../src/schema/kinds/rules.ts';

describe('a new password', () => {
  it('is counted as people do: an emoji is one character', () => {
    expect(faultOf('🚗'.repeat(9), newPassword)).toEqual({ message: 'tooShort', values: { min: passwordMinLength } });
    expect(faultOf('🚗'.repeat(10), newPassword)).toBeUndefined();
    expect(faultOf('x'.repeat(129), newPassword)).toEqual({ message: 'tooLong', values: { max: passwordMaxLength } });
  });

  it('keeps the blanks around it', () => {
    expect(parsed(' a b ', newPassword)).toBe(' a b ');
  });
});
