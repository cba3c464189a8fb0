import { expect, it } from 'vitest';
import { makeOneOrManyValidator } from '../../../../../server/engine/validation.ts';
import { prepareMessage } from '../../../../../server/modules/ingest/preparing.ts';
import { readBody } from '../../../../../server/modules/ingest/reading.ts';
import { ingestCalls } from '../../../../../src/contract/calls/ingest.ts';

const nowMs = Date.parse('2026-01-15T12:00:00Z');
const odd = [1e308, -1e308, 1e-308, 5e-324, 'x'.repeat(10_000), [1e308], { a: 1e308 }, null, true, ''];
const names = [
  'DateTime',
  'Latitude',
  'Longitude',
  'Speed',
  'Course',
  'Altitude',
  'Hdop',
  'Satellites',
  'Ignition',
  'x',
];
const DateTime = '2026-01-15T11:00:00Z';
const fix = { DateTime, Latitude: 55, Longitude: 37 };
const alarm = { Kind: 'tow', DateTime, Code: 'c', Speed: 1 };
const axis = [1e-308, 5e-324, 1, -2000];
const message = {
  MessageId: 'm',
  Imei: '1',
  Positions: [...odd, ...names.flatMap(name => odd.map(value => ({ ...fix, [name]: value })))],
  Alarms: [...odd, ...[...names, 'Kind', 'Code'].flatMap(name => odd.map(value => ({ ...alarm, [name]: value })))],
  Acceleration: {
    Start: DateTime,
    RateHz: 100,
    Frame: 'device' as const,
    Longitudinal: axis,
    Lateral: axis,
    Vertical: axis,
  },
};

it('stores a message in quarantine without what nobody reads, whatever its values are, and reads the same from it', () => {
  const { text, ...prepared } = prepareMessage('statistic', message, nowMs);
  const stored = Buffer.from(text).toString();
  // PostgreSQL writes numbers without exponents.
  expect(stored).not.toMatch(/e[+-]?\d|x{129}/);
  const { text: textAgain, ...again } = prepareMessage('statistic', JSON.parse(stored), nowMs);
  expect(again).toEqual(prepared);
  expect(Buffer.from(textAgain).toString()).toBe(stored);
  expect(prepared.positions.refused).toContainEqual({ Row: 0, Field: 'DateTime', Reason: 'type' });
  // Counts those of the positions and of the alarms.
  expect(prepared.ignored).toContainEqual({ Field: 'x', Count: 2 * odd.length });
  expect(prepared.ignored).toContainEqual({ Field: 'Speed', Count: expect.any(Number) });
});

it('reads the kind of an alarm in capitals, and keeps the kind and the code of an unknown one', () => {
  const Alarms = [
    { Kind: 'SOS', DateTime },
    { Kind: 'Other', Code: 'door', DateTime },
    { Kind: 'rollover', Code: '7', DateTime, Axis: 'x' },
  ];
  const { alarms, ignored } = prepareMessage('statistic', { ...message, Positions: [], Alarms }, nowMs);
  expect(alarms.map(({ kind, code }) => [kind, code])).toEqual([
    ['sos', ''],
    ['other', 'door'],
    ['other', 'rollover 7'],
  ]);
  expect(ignored).toEqual([{ Field: 'Axis', Count: 1 }]);
});

it('marks a damaged recording and counts every ignored value, however many members nobody knows', () => {
  const unknown = Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`member${n}`, n]));
  const Curve = { ...message.Acceleration, Lateral: [0, null, 0, 0] };
  const crash = { MessageId: 'm', Imei: '1', CrashDateTime: DateTime, ...unknown, Curve };
  const { text, ignored } = prepareMessage('crash', crash as never, nowMs);
  expect(JSON.parse(Buffer.from(text).toString())).toMatchObject({ Damaged: true });
  expect(ignored).toHaveLength(51);
  expect(ignored.reduce((sum, { Count }) => sum + Count, 0)).toBe(61);
  expect(ignored.at(-1)).toEqual({ Field: '…', Count: 11 });
});

it('keeps the first million samples of a longer recording, and the impact', () => {
  const axis = new Array(1_000_002).fill(1);
  const Curve = { ...message.Acceleration, RateHz: 10_000, Longitudinal: axis, Lateral: axis, Vertical: axis };
  const sent = Buffer.from(JSON.stringify({ MessageId: 'm', Imei: '1', CrashDateTime: DateTime, Curve }));
  const body = readBody('crash', sent, makeOneOrManyValidator(ingestCalls['POST /api/crash/webhook'].body));
  expect(body).toHaveProperty('messages.length', 1);
  const { curve, impact, ignored } = prepareMessage('crash', (body as { messages: [never] }).messages[0], nowMs);
  expect([curve?.samples, impact?.damaged]).toEqual([1_000_000, true]);
  expect(ignored).toEqual(['Longitudinal', 'Lateral', 'Vertical'].map(name => ({ Field: `Curve.${name}`, Count: 2 })));
});
