import { expect, it } from 'vitest';
import { cutFileName, cutText, graphemesOf } from '../../../../../src/schema/kinds/graphemes.ts';

const family = '👨‍👩‍👧‍👦';

it.each([
  ['abc', 2, 'ab'],
  ['Иванов', 4, 'Иван'],
  ['ab', 5, 'ab'],
  [`дом ${family}`, 6, 'дом '],
  [`${family}дом`, family.length, family],
  ['🇷🇺🇷🇺', 6, '🇷🇺'],
  ['👍🏽👍🏽', 5, '👍🏽'],
  ['Ива\u0301нов', 3, 'Ив'],
  ['Ива\u0301нов', 4, 'Ива\u0301'],
  ['नमस्ते', 3, 'नम'],
  ['❤️❤️', 3, '❤️'],
  ['1️⃣2️⃣', 4, '1️⃣'],
  ['a\r\nb', 2, 'a'],
])('%j cut to %i code units is %j', (text, length, beginning) => expect(cutText(text, length)).toBe(beginning));

it('never leaves half a surrogate pair of a grapheme that is longer than the whole', () => {
  expect(cutText(family, 1)).toBe('');
  expect(cutText(family, 4)).toBe('👨‍');
});

it('cuts the middle of a file name, so that its ending stays', () => {
  expect(cutFileName(`${'длинное имя '.repeat(30)}.xlsx`, 40)).toMatch(/^длинное имя .*….xlsx$/);
  expect(cutFileName(`${family.repeat(30)}.jpg`, 30)).toBe(`${family.repeat(2)}….jpg`);
  expect(cutFileName('фото.jpg', 40)).toBe('фото.jpg');
});

it('finds the graphemes of any text in its order', () => {
  const text = `${'а'.repeat(300)}${family.repeat(40)}й`;
  expect([...graphemesOf(text)].join('')).toBe(text);
  expect([...graphemesOf(text)]).toHaveLength(341);
});
