// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest';
import { currentLocale, saveLocale } from '../../../../src/i18n/locale.ts';

beforeEach(() => localStorage.clear());

it('is Russian until another one is chosen; what is stored wrongly counts for nothing', () => {
  expect(currentLocale()).toBe('ru');
  saveLocale('en');
  expect([currentLocale(), localStorage.getItem('applocale')]).toEqual(['en', 'en']);
  saveLocale('xx');
  expect(currentLocale()).toBe('en');
  localStorage.setItem('applocale', 'xx');
  expect(currentLocale()).toBe('ru');
});
