import { describe, expect, it } from 'vitest';
import { alarmsOf } from '../../../../../server/modules/traccar/alarms.ts';
import { readTraccar } from '../../../../../server/modules/traccar/routes.ts';

it('keeps an accident and an SOS behind any number of other alarms, and counts those it leaves', () => {
  const alarm = [...Array.from({ length: 150 }, (_, i) => `z${i}`), 'sos', 'accident'].join(',');
  const { alarms, leftOut } = alarmsOf({ attributes: { alarm } }, undefined);
  expect(alarms.slice(0, 2).map(({ kind }) => kind)).toEqual(['sos', 'accident']);
  expect([alarms.length, leftOut]).toEqual([100, 52]);
});

it.each(['io246', 'io236', 'io242', 'io249', 'io252', 'io318'])('tells of an unknown value of %s by its name', name => {
  const of = (value: unknown) => alarmsOf({ protocol: 'teltonika', attributes: { [name]: value } }, undefined).alarms;
  expect(of(77)).toEqual([{ kind: 'other', code: `${name}=77` }]);
  expect(of(0)).toEqual([]);
});

describe('alarms of any protocol', () => {
  const of = (attributes: object, protocol: unknown = 'wialon', event?: object) =>
    alarmsOf({ protocol, attributes }, event).alarms;

  it.each([
    [{ io247: 1 }, 'ruptela', [{ kind: 'crashCode', code: 'io247=1' }]],
    [{ io247: 1 }, undefined, [{ kind: 'accident', code: '' }]],
    [{ io247: 1 }, 'Teltonika', [{ kind: 'accident', code: '' }]],
    [{ event: 246, io246: 40_000 }, 'galileo', [{ kind: 'other', code: 'io246=40000' }]],
    [{ event: 3, io246: 1, io247: 1250 }, 'galileo', []],
    [{ sos: 1 }, 'wialon', [{ kind: 'sos', code: '' }]],
    [{ panic: 1, emergency: true }, 'tk103', [{ kind: 'sos', code: '' }]],
    [{ crash: true }, 'osmand', [{ kind: 'accident', code: '' }]],
    [
      { crashDetected: 1, sosButton: 'on' },
      'wialon',
      [
        { kind: 'accident', code: '' },
        { kind: 'sos', code: '' },
      ],
    ],
    [
      { crashDetection: true, sosNumber: 1 },
      'wialon',
      [
        { kind: 'crashCode', code: 'crashDetection' },
        { kind: 'other', code: 'sosNumber' },
      ],
    ],
    [{ crash: 7 }, 'wialon', [{ kind: 'crashCode', code: 'crash=7' }]],
    [{ sos: 'held' }, 'wialon', [{ kind: 'other', code: 'sos=held' }]],
    [{ collision: 0.31 }, 'jt808', [{ kind: 'crashCode', code: 'collision' }]],
    [{ 'Тревожная кнопка': 1 }, 'wialon', [{ kind: 'sos', code: '' }]],
    [{ тревожная_кнопка: 'нажата' }, 'wialon', [{ kind: 'sos', code: '' }]],
    [{ eCall: true }, 'egts', [{ kind: 'sos', code: '' }]],
    [{ ДТП: 'да' }, 'wialon', [{ kind: 'accident', code: '' }]],
    [{ dtp: 1, Опрокидывание: 0 }, 'wialon', [{ kind: 'accident', code: '' }]],
    [{ 'Датчик удара': 1 }, 'wialon', [{ kind: 'crashCode', code: 'Датчик удара' }]],
    [{ эвакуатор: 1 }, 'wialon', [{ kind: 'tow', code: '' }]],
    [{ message: 'SOS' }, 'osmand', [{ kind: 'sos', code: '' }]],
    [{ 'Тревожная кнопка': 'отжата', sos: 'released', 'Порог удара': 4, 'Счётчик ДТП': 2 }, 'wialon', []],
    [{ jamming: true }, 'carcell', [{ kind: 'jamming', code: '' }]],
    [{ towedDetectionState: 2 }, 'aplicom', [{ kind: 'tow', code: 'towedDetectionState=2' }]],
    [{ 'tamper.alarm': true }, 'flespi', [{ kind: 'deviceMoved', code: '' }]],
    [{ alarmCode: '0x1F' }, 't800x', [{ kind: 'other', code: 'alarmCode=0x1F' }]],
    [{ alert: ['a'] }, 'ramac', [{ kind: 'other', code: 'alert=["a"]' }]],
    [{ event: 'CRASH' }, 'osmand', [{ kind: 'accident', code: '' }]],
    [{ alarm: 'SOS' }, 'osmand', [{ kind: 'sos', code: '' }]],
    [
      { alarm: 'ACCIDENT;Tow' },
      'osmand',
      [
        { kind: 'accident', code: '' },
        { kind: 'tow', code: '' },
      ],
    ],
    [{ alarm: 'panic_button' }, 'osmand', [{ kind: 'sos', code: '' }]],
    [{ eventType: 'sos' }, 'wialon', [{ kind: 'sos', code: '' }]],
    [{ 'event.enum': 'crash' }, 'flespi', [{ kind: 'accident', code: '' }]],
    [
      { event2: 'towing', reason: 'collision' },
      'flespi',
      [
        { kind: 'tow', code: '' },
        { kind: 'crashCode', code: 'collision' },
      ],
    ],
    [
      { тревога: 1, 'Кнопка SOS': '1' },
      'wialon',
      [
        { kind: 'other', code: 'тревога' },
        { kind: 'sos', code: '' },
      ],
    ],
    [{ alarm: 'medical' }, 'osmand', [{ kind: 'sos', code: '' }]],
    [{ alarm: 'Medical Alarm' }, 'watch', [{ kind: 'sos', code: '' }]],
    [{ medicalCall: true }, 'flespi', [{ kind: 'sos', code: '' }]],
    [{ alarm: 'ambulance,manDown' }, 'osmand', [{ kind: 'sos', code: '' }]],
    [{ 'event.enum': 'duress' }, 'flespi', [{ kind: 'sos', code: '' }]],
    [{ alarm: 'robbery' }, 'meitrack', [{ kind: 'sos', code: '' }]],
    [{ 'Вызов скорой помощи': 1 }, 'wialon', [{ kind: 'sos', code: '' }]],
    [{ медпомощь: 'да' }, 'wialon', [{ kind: 'sos', code: '' }]],
    [
      { medicalInterval: 30, vehicleType: 'medical', carType: 'fire' },
      'osmand',
      [{ kind: 'other', code: 'medicalInterval=30' }],
    ],
    [{ fire: 1 }, 'osmand', [{ kind: 'other', code: 'fire' }]],
    [{ пожар: 'да' }, 'wialon', [{ kind: 'other', code: 'пожар' }]],
    [{ driver: 'Crash', mode: 'sos', event: 'idle' }, 'wialon', []],
    [{ event: 12, status: 4, totalDistance: 7, alarm: 0 }, 'egts', []],
    [{ sos: 0, panic: false, jamming: 'off', crash: null, alert: '' }, 'wialon', []],
    [{ alarmCount: 4, crashThreshold: 3, emergencyRefueling: 1, vibrationDevice: 20 }, 'astra', []],
  ])('are read from %j of %s', (attributes, protocol, expected) => {
    expect(of(attributes, protocol ?? null)).toEqual(expected);
  });

  it.each([
    ['deviceOverspeed', [{ kind: 'speeding', code: '' }]],
    ['deviceFuelDrop', [{ kind: 'other', code: 'deviceFuelDrop' }]],
    ['unaccompaniedMotion', [{ kind: 'other', code: 'unaccompaniedMotion' }]],
    ['deviceCrash', [{ kind: 'accident', code: '' }]],
    ['deviceOffline', []],
    ['ignitionOn', []],
  ])('are read from an event of type %s', (type, expected) => {
    expect(of({}, 'gt06', { type, attributes: {} })).toEqual(expected);
  });
});

it('finds the alarm of an event under any name', () => {
  const kindsOf = (event: object) => alarmsOf(undefined, event).alarms.map(({ kind }) => kind);
  expect(kindsOf({ type: 'alarm', alarm: 'sos' })).toEqual(['sos']);
  expect(kindsOf({ type: 'alarm', attributes: { crash: 1 } })).toEqual(['accident']);
  expect(kindsOf({ type: 'alarm', attributes: { alarmType: 'sos' } })).toContain('sos');
  expect(kindsOf({ type: 'deviceOffline', attributes: { sos: 0 } })).toEqual([]);
});

it('refuses a unique id that a JSON number cannot hold exactly', () => {
  const read = (uniqueId: string | number) => readTraccar({ device: { uniqueId }, position: {} }, Date.now())?.Imei;
  expect(() => read(2 ** 64)).toThrow();
  expect(read(356938035643809)).toBe('356938035643809');
  expect(read('12345678901234567890')).toBe('12345678901234567890');
});

it('finds an alarm wherever a position or an event has it, and refuses a message that has neither', () => {
  const kinds = (position: unknown, event: unknown) => alarmsOf(position, event).alarms.map(({ kind }) => kind);
  expect(kinds({ alarm: 'sos' }, undefined)).toEqual(['sos']);
  expect(kinds(undefined, 'sos')).toEqual(['sos']);
  expect(kinds(undefined, 'crash, tow')).toEqual(['accident', 'tow']);
  const device = { uniqueId: '356938035643809' };
  expect(() => readTraccar({ device, positions: [{ latitude: 55 }] } as never, Date.now())).toThrow();
  expect(() => readTraccar({ device, event: 'sos' }, Date.now())).toThrow();
  expect(readTraccar({ device, event: { type: 'deviceOffline' } }, Date.now())).toBeUndefined();
});
