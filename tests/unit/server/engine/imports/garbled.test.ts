import { expect, it } from 'vitest';
import { ungarbled } from '../../../../../server/engine/imports/garbled.ts';

it.each([
  ['РџРµС‚СЂРѕРІ', 'Петров'],
  ['Р\u0098РІР°РЅРѕРІ', 'Иванов'],
  ['Ð\u009fÐµÑ‚Ñ€Ð¾Ð²', 'Петров'],
  ['Ð\uf19dÐ\uf19d-90005', 'НН-90005'],
  ['â„– 3', '№ 3'],
  ['╨Я╨╡╤В╤А╨╛╨▓', 'Петров'],
  ['Ïåòðîâ Èâàí', 'Петров Иван'],
  ['рЕФТПЧ', 'Петров'],
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
  ];
  expect(
    [...texts, 'Подъезд', 'Хью', '№ 5', 'Kia', 'Щ.Ф.', '😀'].filter(text => ungarbled(text) !== undefined),
  ).toEqual([]);
});
