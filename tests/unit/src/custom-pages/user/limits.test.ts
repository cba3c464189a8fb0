import { expect, it } from 'vitest';
import { passwordMinLength } from '../../../../../src/contract/limits.ts';
import { en } from '../../../../../src/i18n/en/index.ts';
import { ru } from '../../../../../src/i18n/ru/index.ts';

it('the least length of a password is told in the texts', () => {
  for (const { validation } of [ru, en]) expect(validation.passwordLength).toContain(String(passwordMinLength));
});
