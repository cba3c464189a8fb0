import { expect, it } from 'vitest';
import { alarmsOf } from '../../../../../server/modules/traccar/alarms.ts';
import { readTraccar } from '../../../../../server/modules/traccar/reading.ts';

it('keeps an accident and an SOS behind any number of other alarms, and counts those it leaves', () => {
  const alarm = [...Array.from({ length: 150 }, (_, i) => `z${i}`), 'sos', 'accident'].join(',');
  const { alarms, left } = alarmsOf({ attributes: { alarm } }, undefined);
  expect(alarms.slice(0, 2).map(({ kind }) => kind)).toEqual(['sos', 'accident']);
  expect([alarms.length, left]).toEqual([100, 52]);
});

it.each(['io246', 'io236', 'io242', 'io249', 'io252', 'io318'])('tells of an unknown value of %s by its name', name => {
  const of = (value: unknown) => alarmsOf({ protocol: 'teltonika', attributes: { [name]: value } }, undefined).alarms;
  expect(of(77)).toEqual([{ kind: 'other', code: `${name}=77` }]);
  expect(of(0)).toEqual([]);
});

it('refuses a unique id that a JSON number cannot hold exactly', () => {
  const read = (uniqueId: string | number) => readTraccar({ device: { uniqueId }, position: {} }, Date.now())?.Imei;
  expect(() => read(2 ** 64)).toThrow();
  expect(read(356938035643809)).toBe('356938035643809');
  expect(read('12345678901234567890')).toBe('12345678901234567890');
});
