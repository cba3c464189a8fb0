import { describe, expect, it } from 'vitest';
import { calls } from '../../../../../src/contract/index.ts';
import { passwordMaxLength, passwordMinLength } from '../../../../../src/contract/shapes/account.ts';
import { portraitMaxBytes } from '../../../../../src/custom-pages/user/picture/limits.ts';
import { en } from '../../../../../src/i18n/en/index.ts';
import { ru } from '../../../../../src/i18n/ru/index.ts';
import { newPasswordLength, newPasswordMaxLength, passwordLengthFault } from '../../../../../src/settings/password.ts';

describe('limits the pages repeat, so that they need not fetch the contract’s schemas', () => {
  it('are the contract’s', () => {
    expect(newPasswordLength).toBe(passwordMinLength);
    expect(newPasswordMaxLength).toBe(passwordMaxLength);
    expect(portraitMaxBytes + 64 * 1024).toBe(calls['POST /api/v2/Account/picture'].bodyLimitBytes);
  });

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
