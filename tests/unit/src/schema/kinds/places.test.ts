import { describe, expect, it } from 'vitest';
import { cities } from '../../../../../src/components/map/ownStyle.ts';
import { dialled, readablePhone } from '../../../../../src/schema/kinds/phone.ts';

describe('main cities', () => {
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

describe('a phone number', () => {
  it('is read as people say it and dialled without anything between', () => {
    expect(readablePhone('+79629435474', 'ru')).toBe('+7 962 943-54-74');
    expect(readablePhone('8 (962) 943 54 74', 'ru')).toBe('+7 962 943-54-74');
    expect(readablePhone('+375 29 123-45-67', 'ru')).toBe('+375 29 123-45-67');
    expect(dialled('+7 (962) 943-54-74')).toBe('+79629435474');
  });
});
