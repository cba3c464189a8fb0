// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest';
import { currentLocale, saveLanguage } from '../../../../src/i18n/locale.ts';

beforeEach(() => localStorage.clear());

it('is Russian until another one is chosen; what is stored wrongly counts for nothing', () => {
  expect(currentLocale()).toBe('ru');
  saveLanguage('en');
  expect([currentLocale(), localStorage.getItem('applocale')]).toEqual(['en', 'en']);
  saveLanguage('xx');
  expect(currentLocale()).toBe('en');
  localStorage.setItem('applocale', 'xx');
  expect(currentLocale()).toBe('ru');
});
