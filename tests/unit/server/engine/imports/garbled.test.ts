import { expect, it } from 'vitest';
import { hasLostLetters, ungarbled } from '../../../../../server/engine/imports/garbled.ts';

it.each([
  ['РџРµС‚СЂРѕРІ', 'Петров'],
  ['Р\u0098РІР°РЅРѕРІ', 'Иванов'],
  ['Ð\u009fÐµÑ‚Ñ€Ð¾Ð²', 'Петров'],
  ['Ð\uf19dÐ\uf19d-90005', 'НН-90005'],
  ['â„– 3', '№ 3'],
  ['╨Я╨╡╤В╤А╨╛╨▓', 'Петров'],
  ['Ïåòðîâ Èâàí', 'Петров Иван'],
  ['рЕФТПЧ', 'Петров'],
  // The no-break space in it is stored as a plain one.
  ['Р РѕРјР°РЅ', 'Роман'],
  ['&#1048;&#x432;&#1072;&#1085; &amp; Ко', 'Иван & Ко'],
  ['\\u0418\\u0432\\u0430\\u043d', 'Иван'],
  ['%D0%98%D0%B2%D0%B0%D0%BD', 'Иван'],
  ['=D0=98=D0=B2=D0=B0=D0=BD', 'Иван'],
])('%s is text in a wrong encoding', (garbled, text) => {
  expect(ungarbled(garbled)).toBe(text);
});

it('names, plates and abbreviations are left alone', () => {
  const texts = [
    'Петров',
    'ПЕТРОВА',
    'иВАНОВ',
    'ООО "Ромашка"',
    'Müller',
    'Français',
    'Їжак',
    'А123ВС77',
    'СССР',
    'ФГБУ ЦНИИ',
    'ФГУП',
    'бЕЛЫЙ',
    'Рђ Рёван в СССР',
    'СССР Рё РФ',
    'Р. Р. Хан',
    'М&М',
    'Tom & Jerry',
    '50% D0',
    'С Иваном',
  ];
  expect(
    [...texts, 'Подъезд', 'Хью', '№ 5', 'Kia', 'Щ.Ф.', '😀'].filter(text => ungarbled(text) !== undefined),
  ).toEqual([]);
});

it('question marks in place of letters are lost letters', () => {
  expect(['?????? ????', 'DD-??', '???'].map(hasLostLetters)).toEqual([true, true, true]);
  expect(['Где?', 'Что??', 'А?Б', 'Kia'].map(hasLostLetters)).toEqual([false, false, false, false]);
});

it('a text may be read in a wrong encoding twice', () => {
  const wrong = (text: string) => new TextDecoder('windows-1251').decode(Buffer.from(text));
  for (const text of ['Иванов Иван', 'Роман', 'ООО «Ромашка»'])
    expect(ungarbled(wrong(wrong(text)).replaceAll('\u00a0', ' '))).toBe(text);
});
