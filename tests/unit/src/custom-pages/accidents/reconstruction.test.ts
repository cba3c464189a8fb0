import { describe, expect, it } from 'vitest';
import type { Reconstruction } from '../../../../../src/contract/shapes/reconstruction.ts';
import { accident as en } from '../../../../../src/i18n/en/extra/accident.ts';
import { accident as ru } from '../../../../../src/i18n/ru/extra/accident.ts';
import { reconstructionLines } from '../../../../../src/resources/accidents/reconstruction.ts';

const found: Reconstruction = {
  CrashDateTime: '2026-01-15T09:30:00.000Z',
  Time: [0, 0.1],
  Speed: [48.4, 20.2],
  SpeedFrom: [45.2, 17.1],
  SpeedTo: [51.6, 23.3],
  AccelerationReason: null,
  SpeedAtImpact: { Kmh: 48.4, FromKmh: 45.2, ToKmh: 51.6 },
  SpeedAfterImpact: { Kmh: 20.2, FromKmh: 17.1, ToKmh: 23.3 },
  Braked: true,
  Braking: { StartS: -1.5, DurationS: 1.5, MeanMs2: 5.1, FromKmh: 76, ToKmh: 48.4 },
  CameToRest: true,
  Rest: { AtS: 3.2, Latitude: 55.75, Longitude: 37.62, DistanceM: 9, DistanceErrorM: 3 },
  CourseBeforeDeg: 90,
  FinalCourseDeg: null,
};
const linesOf = (more: Partial<Reconstruction> = {}, speedBeforeKmh = 50, texts: typeof ru | typeof en = ru) => {
  const translate = (key: string, values: Readonly<Record<string, string | number>> = {}) => {
    const text = key
      .split('.')
      .slice(1)
      .reduce<unknown>((part, name) => (part as Record<string, unknown>)[name], texts) as string;
    return text.replace(/%\{(\w+)\}/g, (_, name: string) => String(values[name]));
  };
  const locale = texts === ru ? 'ru' : 'en';
  return Object.fromEntries(
    reconstructionLines(
      { ...found, ...more },
      { SpeedBeforeKmh: speedBeforeKmh, CrashReasons: null },
      translate,
      locale,
    ),
  );
};

describe('the words about a reconstructed movement', () => {
  it('give each speed with its interval, rounded outwards', () => {
    expect(linesOf()['Скорость в момент удара']).toBe('48 км/ч (90 %: 45–52)');
    expect(linesOf({}, 50, en)['Speed just after the impact']).toBe('20 km/h (90%: 17–24)');
  });

  it('say when the braking began, that it is not visible, that there was none, or that nobody knows', () => {
    expect(linesOf({}, 50, en)['Braking before the impact']).toBe(
      'began 1.5 s before the impact, lasted 1.5 s, mean 5.1 m/s², from 76 to 48 km/h',
    );
    const texts = [
      [true, null],
      [false, null],
      [null, null],
    ].map(([Braked]) => linesOf({ Braked: Braked ?? null, Braking: null }, 50, en)['Braking before the impact']);
    expect(texts).toEqual(['braked; the begin is not visible', 'none', 'unknown']);
  });

  it('call a stop within two seconds as the verdict does', () => {
    expect(linesOf({}, 50, en)['Stop after the impact']).toMatch(/^after 3 s: 55\.75/);
    const rest = { ...found.Rest!, AtS: 1.2 };
    expect(linesOf({ Rest: rest }, 50, en)['Stop after the impact']).toMatch(/^at once/);
    expect(linesOf({ Rest: rest }, 0, en)['Stop after the impact']).toBe('stood before the impact and after');
    expect(linesOf({ Rest: null, CameToRest: false }, 50, en)['Stop after the impact']).toMatch(/did not stop/);
  });

  it('say what is unknown, and on what the rest is based', () => {
    const nothing = linesOf({ Speed: [null, null], SpeedAtImpact: null }, 50, en);
    expect(nothing['Speed at the impact']).toBe('unknown');
    expect(nothing.Basis).toMatch(/the movement is unknown/);
    expect(linesOf({ AccelerationReason: 'contradicted' }, 50, en).Basis).toMatch(/contradicts/);
    expect(linesOf({}, 50, en)['Last course']).toBe('unknown');
  });
});
