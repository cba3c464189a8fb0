import { describe, expect, it } from 'vitest';
import { clientZone } from '../../../server/domain/client-zone.ts';
import { type CallRules, type FinishedCall, nextCall } from '../../../server/domain/next-call.ts';

const standardCallRules: CallRules = {
  firstRetryMin: 15,
  secondRetryMin: 120,
  nextDayHour: 10,
  quietFromHour: 22,
  quietToHour: 8,
  weekends: true,
};

const moscow = 'Europe/Moscow';
const after = (
  at: string,
  unansweredBefore: number,
  more: Partial<FinishedCall> = {},
  rules: Partial<CallRules> = {},
) =>
  nextCall(
    { outcome: 'unanswered', at: new Date(at), unansweredBefore, zone: moscow, ...more },
    { ...standardCallRules, ...rules },
  )?.toISOString() ?? null;

/** Moscow is three hours ahead of UTC all year. */
const cases: readonly (readonly [what: string, found: () => string | null, next: string | null])[] = [
  ['15 minutes after the first call', () => after('2026-03-04T09:00:00Z', 0), '2026-03-04T09:15:00.000Z'],
  ['2 hours after the second', () => after('2026-03-04T09:15:00Z', 1), '2026-03-04T11:15:00.000Z'],
  ['at ten the next day after the third', () => after('2026-03-04T11:15:00Z', 2), '2026-03-05T07:00:00.000Z'],
  ['the next day again after the ninth', () => after('2026-03-05T07:00:00Z', 8), '2026-03-06T07:00:00.000Z'],
  [
    'the next day of the client, just after midnight',
    () => after('2026-03-04T21:30:00Z', 2),
    '2026-03-06T07:00:00.000Z',
  ],
  ['at eight, when 15 minutes later is past 22', () => after('2026-03-04T18:50:00Z', 0), '2026-03-05T05:00:00.000Z'],
  ['just before 22 still on that day', () => after('2026-03-04T18:44:59Z', 0), '2026-03-04T18:59:59.000Z'],
  [
    'at eight the same morning, when called at night',
    () => after('2026-03-04T00:10:00Z', 0),
    '2026-03-04T05:00:00.000Z',
  ],
  ['at eight sharp without being moved', () => after('2026-03-04T04:45:00Z', 0), '2026-03-04T05:00:00.000Z'],
  [
    'at eight of Omsk, three hours before Moscow',
    () => after('2026-03-04T15:50:00Z', 0, { zone: 'Asia/Omsk' }),
    '2026-03-05T02:00:00.000Z',
  ],
  [
    'at once in Kaliningrad, where it is not yet 22',
    () => after('2026-03-04T19:30:00Z', 0, { zone: 'Europe/Kaliningrad' }),
    '2026-03-04T19:45:00.000Z',
  ],
  [
    'not on a Saturday, where weekends are free',
    () => after('2026-03-06T11:00:00Z', 2, {}, { weekends: false }),
    '2026-03-09T05:00:00.000Z',
  ],
  [
    'on Monday, when Friday evening is quiet',
    () => after('2026-03-06T18:55:00Z', 0, {}, { weekends: false }),
    '2026-03-09T05:00:00.000Z',
  ],
  ['on Saturday, where weekends are worked', () => after('2026-03-06T11:00:00Z', 2), '2026-03-07T07:00:00.000Z'],
  [
    'on Monday at midnight, without quiet hours',
    () => after('2026-03-07T11:00:00Z', 0, {}, { weekends: false, quietFromHour: 0, quietToHour: 0 }),
    '2026-03-08T21:00:00.000Z',
  ],
  [
    'after quiet hours of the day, where a company has such',
    () => after('2026-03-04T09:50:00Z', 0, {}, { quietFromHour: 13, quietToHour: 15 }),
    '2026-03-04T12:00:00.000Z',
  ],
  [
    'at eight of the changed clock, in the night it is put forward',
    () => after('2026-03-28T21:55:00Z', 0, { zone: 'Europe/Berlin' }),
    '2026-03-29T06:00:00.000Z',
  ],
  [
    'at eight of the changed clock, in the night it is put back',
    () => after('2026-10-24T20:55:00Z', 0, { zone: 'Europe/Berlin' }),
    '2026-10-25T07:00:00.000Z',
  ],
  [
    'at ten of the next day, 23 hours long',
    () => after('2026-03-28T09:00:00Z', 2, { zone: 'Europe/Berlin' }),
    '2026-03-29T08:00:00.000Z',
  ],
  [
    'at the end of an hour that is left out',
    () =>
      after('2026-03-28T12:00:00Z', 2, { zone: 'Europe/Berlin' }, { nextDayHour: 2, quietFromHour: 0, quietToHour: 0 }),
    '2026-03-29T01:00:00.000Z',
  ],
  [
    'in the first of an hour that comes twice',
    () =>
      after('2026-10-24T12:00:00Z', 2, { zone: 'Europe/Berlin' }, { nextDayHour: 2, quietFromHour: 0, quietToHour: 0 }),
    '2026-10-25T00:00:00.000Z',
  ],
  [
    '15 minutes later, across an hour that comes twice',
    () => after('2026-10-25T00:50:00Z', 0, { zone: 'Europe/Berlin' }, { quietFromHour: 0, quietToHour: 0 }),
    '2026-10-25T01:05:00.000Z',
  ],
  [
    'when it was agreed',
    () => after('2026-03-04T09:00:00Z', 0, { outcome: 'callBack', agreedAt: new Date('2026-03-05T15:30:00Z') }),
    '2026-03-05T15:30:00.000Z',
  ],
  [
    'when it was agreed, in quiet hours too',
    () => after('2026-03-04T09:00:00Z', 0, { outcome: 'callBack', agreedAt: new Date('2026-03-04T20:30:00Z') }),
    '2026-03-04T20:30:00.000Z',
  ],
  [
    'in 2 hours, when no time was agreed',
    () => after('2026-03-04T09:00:00Z', 5, { outcome: 'callBack' }),
    '2026-03-04T11:00:00.000Z',
  ],
  ['never, when somebody was reached', () => after('2026-03-04T09:00:00Z', 2, { outcome: 'reached' }), null],
  ['never, when the number is wrong', () => after('2026-03-04T09:00:00Z', 0, { outcome: 'wrongNumber' }), null],
  [
    'when it was agreed with whom was reached',
    () => after('2026-03-04T09:00:00Z', 0, { outcome: 'reached', agreedAt: new Date('2026-03-06T09:00:00Z') }),
    '2026-03-06T09:00:00.000Z',
  ],
];

describe('the next call', () => {
  it.each(cases)('is %s', (_, found, next) => {
    expect(found()).toBe(next);
  });

  it('is never in quiet hours or on a free day, whatever the rules', () => {
    for (const zone of [moscow, 'Europe/Berlin', 'Asia/Kamchatka', 'America/New_York', 'Pacific/Chatham']) {
      const local = new Intl.DateTimeFormat('en-GB', {
        timeZone: zone,
        weekday: 'short',
        hour: '2-digit',
        hourCycle: 'h23',
      });
      for (const weekends of [true, false])
        for (const [quietFromHour, quietToHour] of [
          [22, 8],
          [0, 6],
          [23, 0],
          [12, 13],
          [0, 23],
        ] as const)
          for (let hour = 0; hour < 24 * 14; hour += 13) {
            const at = new Date(Date.UTC(2026, 2, 20, hour, 7));
            const next = after(at.toISOString(), hour % 3, { zone }, { weekends, quietFromHour, quietToHour }) ?? '';
            const [day, localHour] = local.format(new Date(next)).split(', ');
            const isQuiet =
              quietFromHour < quietToHour
                ? Number(localHour) >= quietFromHour && Number(localHour) < quietToHour
                : Number(localHour) >= quietFromHour || Number(localHour) < quietToHour;
            expect([isQuiet, weekends || (day !== 'Sat' && day !== 'Sun'), new Date(next) > at]).toEqual([
              false,
              true,
              true,
            ]);
          }
    }
  });
});

describe('the client’s time zone', () => {
  const zone = (city: string, latitude: number | null = null, longitude: number | null = null) =>
    clientZone({ city, latitude, longitude, companyZone: moscow });

  it('is that of the crash, else of the city, else the company’s', () => {
    expect(zone('Москва', 54.99, 73.37)).toBe('Asia/Omsk');
    expect(zone('г. Омск')).toBe('Asia/Omsk');
    expect(zone('южно-сахалинск')).toBe('Asia/Sakhalin');
    expect(zone('Казань')).toBe(moscow);
    expect(zone('', 0, -30)).toBe(moscow);
    expect(zone('Омск', 91, 500)).toBe('Asia/Omsk');
    expect(zone('', Number.NaN, 0)).toBe(moscow);
  });
});
