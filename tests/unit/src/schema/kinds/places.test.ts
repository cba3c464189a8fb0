import { describe, expect, it } from 'vitest';
import { cities, cityNamed, cityRadiusM, findCities } from '../../../../../src/components/map/cities.ts';
import { sightingRadiusM } from '../../../../../src/contract/limits.ts';
import { dialled, readablePhone } from '../../../../../src/schema/kinds/phone.ts';

describe('main cities', () => {
  it('include the towns of Russia from 100,000 people, each at a place of its own', () => {
    for (const name of [
      'Химки',
      'Balashikha',
      'набережные челны',
      'Korolev',
      'Волжский',
      'Gatchina',
      'Новый Уренгой',
    ]) {
      expect(cityNamed(name), name).toBeDefined();
    }
    expect(new Set(cities.map(({ latitude, longitude }) => `${latitude} ${longitude}`)).size).toBe(cities.length);
    expect(new Set(cities.map(({ name }) => name.ru)).size).toBe(cities.length);
  });

  it('are whole: both names and a place on the globe', () => {
    for (const { name, latitude, longitude, populationThousands } of cities) {
      expect(name.ru).toMatch(/^[А-ЯЁ]/);
      expect(name.en).toMatch(/^[A-Z]/);
      expect(Math.abs(latitude)).toBeLessThan(90);
      expect(Math.abs(longitude)).toBeLessThanOrEqual(180);
      expect(populationThousands).toBeGreaterThan(0);
    }
  });
});

describe('the search for a city', () => {
  const found = (typed: string) => findCities(typed).map(({ name }) => name.ru);

  it.each([
    ['Казань', 'Казань'],
    ['г. казань', 'Казань'],
    ['kazan', 'Казань'],
    ["Kazan'", 'Казань'],
    ['rfpfym', 'Казань'],
    ['лфяфт', 'Казань'],
    ['[f,fhjdcr', 'Хабаровск'],
    ['Орел', 'Орёл'],
    ['ОРЁЛ', 'Орёл'],
    ['Oryol', 'Орёл'],
    ['Ekaterinburg', 'Екатеринбург'],
    ['Yekaterinburg', 'Екатеринбург'],
    ['Nizhniy Novgorod', 'Нижний Новгород'],
    ['н.новгород', 'Нижний Новгород'],
    ['ростов на дону', 'Ростов-на-Дону'],
    ['питер', 'Санкт-Петербург'],
    ['С-Петербург', 'Санкт-Петербург'],
    ['St. Petersburg', 'Санкт-Петербург'],
    ['петербург', 'Санкт-Петербург'],
  ])('finds %s as %s', (typed, name) => {
    expect(found(typed)).toEqual([name]);
  });

  it('begins with two letters and lists the largest first', () => {
    expect(found('вол')).toEqual(['Волгоград', 'Волжский', 'Вологда', 'Волгодонск']);
    expect(found('в')).toEqual([]);
  });

  it('finds the city of an address wherever the address names it', () => {
    expect(found('Казань, ул. Баумана, 5')).toEqual(['Казань']);
    expect(found('ул. Баумана, 5, г. Казань')).toEqual(['Казань']);
    expect(found('Тула Ленина 5')).toEqual(['Тула']);
  });

  it('finds no city for a street alone, a place outside the list, or coordinates', () => {
    for (const typed of ['ул. Баумана, 5', 'Урюпинск', 'у моста', '55.75, 37.61', '', '  '])
      expect(found(typed)).toEqual([]);
  });

  it('takes only a full name as named', () => {
    expect(cityNamed('санкт петербург')?.name.en).toBe('Saint Petersburg');
    expect(cityNamed('rfpfym')?.name.en).toBe('Kazan');
    expect(cityNamed('каза')).toBeUndefined();
  });

  it('gives each city a radius that a question may have', () => {
    const radiusOf = (name: string) => cityRadiusM(cityNamed(name)!);
    expect([radiusOf('Москва'), radiusOf('Казань'), radiusOf('Вологда'), radiusOf('Анадырь')]).toEqual([
      29_000, 9000, 5000, 1000,
    ]);
    for (const city of cities) expect(cityRadiusM(city)).toBeLessThanOrEqual(sightingRadiusM.max);
  });
});

describe('a phone number', () => {
  it('is read as people say it and dialled without anything between', () => {
    expect(readablePhone('+79629435474', 'ru')).toBe('+7 962 943-54-74');
    expect(readablePhone('8 (962) 943 54 74', 'ru')).toBe('+7 962 943-54-74');
    expect(readablePhone('+375 29 123-45-67', 'ru')).toBe('+375 29 123-45-67');
    expect(dialled('+7 (962) 943-54-74')).toBe('+79629435474');
  });
});
