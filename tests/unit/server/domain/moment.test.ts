import { describe, expect, it } from 'vitest';
import { contractStateOf, fullYears } from '../../../../server/domain/contract.ts';
import { readMoment } from '../../../../server/domain/moment.ts';

const noon = Date.parse('2026-11-25T11:00:00.000Z');

describe('the moment of a device message', () => {
  it.each([
    '2026-11-25T11:00:00.000Z',
    '2026-11-25T11:00:00Z',
    '2026-11-25T11:00Z',
    '2026-11-25t11:00:00z',
    '2026-11-25T14:00:00+03:00',
    '2026-11-25T11:00:00.000+0000',
    '2026-11-25T14:00:00+03',
    '2026-11-25T08:00:00-03:00',
    '2026-11-25T11:00:00,000Z',
    '2026-11-25T11:00:00.000999999Z',
    '2026-11-25T16:45:00+05:45',
  ])('is read as %s', text => {
    expect(readMoment(text)).toBe(noon);
  });

  it.each([
    ['0000-02-29T00:00:00Z', Date.parse('0000-02-29T00:00:00Z')],
    ['9999-12-31T23:59:59Z', Date.parse('9999-12-31T23:59:59Z')],
    ['2024-02-29T00:00:00Z', Date.parse('2024-02-29T00:00:00Z')],
    ['2026-01-01T00:00:00.5Z', Date.parse('2026-01-01T00:00:00.500Z')],
    ['0099-01-01T00:00:00Z', Date.parse('0099-01-01T00:00:00Z')],
  ])('at the ends of its range is read: %s', (text, ms) => {
    expect(readMoment(text)).toBe(ms);
  });

  it.each([
    ['missing', [undefined, null, '']],
    ['type', [1_764_068_400_000, true, [], {}, ['2026-11-25T11:00:00Z']]],
    [
      'format',
      [
        '10.11.2026 06:00:18',
        '5.11.2026 6:00',
        '11/10/2026 06:00 AM',
        '2026',
        '2026-11-25',
        '2026-11-25 11:00:00Z',
        '20261125T110000Z',
        '2026-W48-3T11:00:00Z',
        '2026-329T11:00:00Z',
        '+012026-11-25T11:00:00Z',
        '-000001-11-25T11:00:00Z',
        '2026-11-25T11:00:00 Z',
        '2026-11-25T11:00:00.Z',
        '2026-11-25T11:00:00UTC',
        '2026-11-25T11:00:00Europe/Moscow',
        'Wed, 25 Nov 2026 11:00:00 GMT',
        '1764068400000',
        '1764068400',
        ' 2026-11-25T11:00:00Z',
        `2026-11-25T11:00:00.${'0'.repeat(1000)}Z`,
        '２０２６-11-25T11:00:00Z',
      ],
    ],
    ['zone', ['2026-11-25T11:00:00', '2026-11-25T11:00:00.000', '2026-11-25T11:00']],
    [
      'calendar',
      [
        '2026-02-30T00:00:00Z',
        '2025-02-29T00:00:00Z',
        '1900-02-29T00:00:00Z',
        '2026-13-01T00:00:00Z',
        '2026-00-10T00:00:00Z',
        '2026-04-31T00:00:00Z',
        '2026-11-25T24:00:00Z',
        '2016-12-31T23:59:60Z',
        '2026-11-25T11:60:00Z',
        '2026-11-25T11:00:00+99:00',
        '2026-11-25T11:00:00+03:60',
      ],
    ],
  ] as const)('is refused for the reason “%s”', (reason, values) => {
    for (const value of values) expect([value, readMoment(value)]).toEqual([value, reason]);
  });
});

const now = '2026-01-15T12:00:00.000Z';
const state = (begin: string | null, end: string | null, closedAt: string | null = null) =>
  contractStateOf({ begin, end, closedAt }, now);

it('a contract is what its dates make of it', () => {
  expect(state(null, null)).toBeNull();
  expect(state('2026-01-16', '2027-01-15')).toBe('draft');
  expect(state('2026-01-15', '2027-01-14')).toBe('inForce');
  expect(state('2025-02-01', '2026-02-14')).toBe('ending');
  expect(state('2025-01-16', '2026-01-15')).toBe('ending');
  expect(state('2025-01-15', '2026-01-14')).toBe('ended');
  expect(state('2025-06-01', '2026-05-31', '2026-01-10T09:00:00.000Z')).toBe('terminated');
  expect(state('2024-06-01', '2025-05-31', '2025-06-02T09:00:00.000Z')).toBe('ended');
});

it('a year of driving is full on its anniversary', () => {
  expect(fullYears('2010-01-16', now)).toBe(15);
  expect(fullYears('2010-01-15', now)).toBe(16);
  expect(fullYears('2026-01-20', now)).toBe(0);
  expect(fullYears(null, now)).toBeNull();
});
