import { describe, expect, it } from 'vitest';
import { cities, nearestCity } from '../../../../src/kinds/cities.ts';
import { dialled, readablePhone } from '../../../../src/kinds/phone.ts';

describe('main cities', () => {
  it('are whole: both names, a place on the globe and a time zone that there is', () => {
    for (const { name, latitude, longitude, timeZone, size } of cities) {
      expect(name.ru).toMatch(/^[А-ЯЁ]/);
      expect(name.en).toMatch(/^[A-Z]/);
      expect(Math.abs(latitude)).toBeLessThan(90);
      expect(Math.abs(longitude)).toBeLessThanOrEqual(180);
      expect(size).toBeGreaterThan(0);
      expect(() => new Intl.DateTimeFormat('en', { timeZone })).not.toThrow();
    }
  });

  it('tell the time zone of a place near one, and nothing far from all', () => {
    expect(nearestCity(55.8, 37.5)?.timeZone).toBe('Europe/Moscow');
    expect(nearestCity(56.9, 60.5)?.name.en).toBe('Yekaterinburg');
    expect(nearestCity(0, -30)).toBeUndefined();
  });
});

describe('a phone number', () => {
  it('is read as people say it and dialled without anything between', () => {
    expect(readablePhone('+79629435474')).toBe('+7 962 943-54-74');
    expect(readablePhone('8 (962) 943 54 74')).toBe('+7 962 943-54-74');
    expect(readablePhone('+375 29 123-45-67')).toBe('+375 29 123-45-67');
    expect(dialled('+7 (962) 943-54-74')).toBe('+79629435474');
  });
});
