import { describe, expect, test } from 'vitest';
import { operatorsOf, withOperator } from '../../../../src/fields/filters/useOperator.ts';
import { f } from '../../../../src/schema/fields.ts';
import { parametersOfField } from '../../../../src/schema/filters.ts';
import { parameterText } from '../../../../src/schema/filterText.ts';

const of = (name: string, field: Parameters<typeof parametersOfField>[1]) => {
  const parameters = parametersOfField(name, field);
  return { names: parameters.map(parameter => parameter.name), operators: operatorsOf(parameters), parameters };
};

describe('how a field is compared follows from its kind', () => {
  test('a text, a choice, a moment, a number, a switch', () => {
    expect(of('City', f.text()).names).toEqual(['City', 'CityIs', 'CityNot', 'CityBegins', 'CityEmpty']);
    expect(of('Kind', f.option({ idField: 'KindId' })).names).toEqual(['KindId', 'KindIdNot', 'KindIdEmpty']);
    expect(of('At', f.dateTime()).names).toEqual(['AtFrom', 'AtTo', 'AtWithin', 'AtEmpty']);
    expect(of('Speed', f.speed()).operators).toEqual(['between', 'empty', 'notEmpty']);
    expect(of('Vip', f.boolean()).operators).toEqual(['is']);
  });

  test('what is never empty is not asked whether it is', () => {
    expect(of('At', f.dateTime({ required: true })).operators).toEqual(['between', 'within']);
  });
});

describe('another operator', () => {
  const { parameters } = of('City', f.text());
  const off = { City: undefined, CityIs: undefined, CityNot: undefined, CityBegins: undefined, CityEmpty: undefined };

  test('keeps what is compared with', () => {
    expect(withOperator(parameters, { City: 'Мос' }, 'begins')).toEqual({ ...off, CityBegins: 'Мос' });
  });

  test('puts everything else out where there is nothing to compare with', () => {
    expect(withOperator(parameters, { City: 'Мос' }, 'empty')).toEqual({ ...off, CityEmpty: true });
    expect(withOperator(parameters, { City: 'Мос' }, 'notEmpty')).toEqual({ ...off, CityEmpty: false });
    expect(withOperator(parameters, { CityEmpty: true }, 'contains')).toEqual(off);
  });
});

test('a filter is put into words, in chips and in files alike', () => {
  const reader = { locale: 'en', zone: 'UTC' } as const;
  const city = f.text();
  const say = (...of: [Parameters<typeof parameterText>[1], string | boolean]) =>
    parameterText(city, ...of, reader, (_, id) => (id === '5' ? 'Kia' : undefined));
  expect(say('begins', 'Mos')).toBe('begins with Mos');
  expect(say('isNot', 'Mos')).toBe('is not Mos');
  expect(say('noneOf', '5,6')).toBe('none of Kia, 6');
  expect(say('empty', true)).toBe('empty');
  expect(say('empty', 'false')).toBe('not empty');
  expect(say('within', 'last7Days')).toBe('last 7 days');
  expect(say('within', 'whenever')).toBe('whenever');
});
