import { describe, expect, it } from 'vitest';
import { passwordMaxLength, passwordMinLength } from '../../../../../src/contract/limits.ts';
import { en } from '../../../../../src/i18n/en/index.ts';
import { ru } from '../../../../../src/i18n/ru/index.ts';
import { passwordLengthFault } from '../../../../../src/settings/password.ts';

describe('the limits of a new password', () => {
  it('are told in the texts', () => {
    for (const { validation } of [ru, en]) {
      expect(validation.passwordLength).toContain(String(passwordMinLength));
      expect(validation.passwordTooLong).toContain(String(passwordMaxLength));
    }
  });

  it('are counted as people do: an emoji is one character', () => {
    expect(passwordLengthFault('🚗🚗🚗🚗🚗🚗🚗🚗🚗')).toBe('validation.passwordLength');
    expect(passwordLengthFault('🚗🚗🚗🚗🚗🚗🚗🚗🚗🚗')).toBeUndefined();
    expect(passwordLengthFault('x'.repeat(129))).toBe('validation.passwordTooLong');
  });
});
