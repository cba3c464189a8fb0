import { describe, expect, it } from 'vitest';
import { nextRunAt, type RunTimes } from '../../../../server/domain/nextRun.ts';

const times = (more: Partial<RunTimes>): RunTimes => ({
  frequency: 'day',
  weekday: null,
  monthDay: null,
  hour: 9,
  timeZone: 'Europe/Moscow',
  ...more,
});
const runs = (more: Partial<RunTimes>, after: string, count = 3): string[] => {
  const moments: Date[] = [];
  for (let last = new Date(after); moments.length < count; ) {
    last = nextRunAt(times(more), last);
    moments.push(last);
  }
  return moments.map(moment => moment.toISOString().slice(0, 16));
};

describe('the next regular moment', () => {
  it('is the hour of the zone, today if it is still to come, and never the moment itself', () => {
    expect(runs({}, '2026-01-15T05:59:00Z')).toEqual(['2026-01-15T06:00', '2026-01-16T06:00', '2026-01-17T06:00']);
    expect(runs({}, '2026-01-15T06:00:00Z', 1)).toEqual(['2026-01-16T06:00']);
    // In Auckland it is already the next day.
    expect(runs({ timeZone: 'Pacific/Auckland' }, '2026-01-15T19:00:00Z', 1)).toEqual(['2026-01-15T20:00']);
  });

  it('is weekly on one day, with Sunday as the seventh', () => {
    expect(runs({ frequency: 'week', weekday: 1 }, '2026-01-15T12:00:00Z', 2)).toEqual([
      '2026-01-19T06:00',
      '2026-01-26T06:00',
    ]);
    expect(runs({ frequency: 'week', weekday: 7 }, '2026-01-15T12:00:00Z', 1)).toEqual(['2026-01-18T06:00']);
  });

  it('is the last day of a month that is shorter', () => {
    expect(runs({ frequency: 'month', monthDay: 31 }, '2026-01-31T12:00:00Z')).toEqual([
      '2026-02-28T06:00',
      '2026-03-31T06:00',
      '2026-04-30T06:00',
    ]);
  });

  it('keeps the local hour when clocks change, and comes once when an hour is skipped or repeated', () => {
    const zone = { timeZone: 'Europe/Berlin' };
    expect(runs(zone, '2026-03-28T12:00:00Z', 1)).toEqual(['2026-03-29T07:00']);
    expect(runs({ ...zone, hour: 2 }, '2026-03-28T12:00:00Z', 2)).toEqual(['2026-03-29T01:00', '2026-03-30T00:00']);
    expect(runs({ ...zone, hour: 2 }, '2026-10-24T12:00:00Z', 2)).toEqual(['2026-10-25T00:00', '2026-10-26T01:00']);
  });
});
