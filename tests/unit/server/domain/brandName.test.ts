import { expect, it } from 'vitest';
import { brandFinder } from '../../../../server/domain/brandName.ts';

const find = brandFinder(['LADA (ВАЗ)', 'BMW', 'Chery', 'Hyundai', 'Mercedes-Benz', 'Skoda', 'Toyota', 'УАЗ']);

it.each([
  ['Lada', 'LADA (ВАЗ)'],
  ['лада', 'LADA (ВАЗ)'],
  ['ВАЗ', 'LADA (ВАЗ)'],
  ['VAZ', 'LADA (ВАЗ)'],
  ['ВАЗ (LADA)', 'LADA (ВАЗ)'],
  ['ВМW', 'BMW'],
  ['бмв', 'BMW'],
  ['Škoda', 'Skoda'],
  ['Шкода', 'Skoda'],
  ['ТОЙОТА', 'Toyota'],
  ['Хёндэ', 'Hyundai'],
  ['mercedes benz', 'Mercedes-Benz'],
  ['Мерседес', 'Mercedes-Benz'],
  ['UAZ', 'УАЗ'],
])('%s is another spelling of %s', (name, brand) => expect(find(name)).toBe(brand));

it.each(['LADA (ВАЗ)', 'УАЗ', 'Cherry', 'Zeekr', 'Lada Niva', '', '()'])('%s is no other spelling', name =>
  expect(find(name)).toBeUndefined(),
);

it('does not choose between two brands of the dictionary', () => {
  expect(brandFinder(['Lada', 'LADA (ВАЗ)'])('лада')).toBeUndefined();
});
