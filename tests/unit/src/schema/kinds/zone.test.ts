import { describe, expect, it } from 'vitest';
import { momentAt, wallClock } from '../../../../../src/schema/kinds/zone.ts';

const utc = (clock: string, zone: string) => momentAt(clock, zone).toISOString();

describe('the moment at which clocks show a time', () => {
  it('is that of the zone, ahead of UTC and behind it, on both sides of a change of clocks', () => {
    expect(utc('2026-01-15T12:00:00', 'Europe/Moscow')).toBe('2026-01-15T09:00:00.000Z');
    expect(utc('2026-03-29T01:59:59', 'Europe/Berlin')).toBe('2026-03-29T00:59:59.000Z');
    expect(utc('2026-03-29T03:00:00', 'Europe/Berlin')).toBe('2026-03-29T01:00:00.000Z');
    expect(utc('2026-11-01T03:00:00', 'America/New_York')).toBe('2026-11-01T08:00:00.000Z');
    expect(utc('2026-06-15T00:00:00', 'Pacific/Kiritimati')).toBe('2026-06-14T10:00:00.000Z');
  });

  it('is the first of an hour that comes twice', () => {
    expect(utc('2026-10-25T02:30:00', 'Europe/Berlin')).toBe('2026-10-25T00:30:00.000Z');
    expect(utc('2026-11-01T01:30:00', 'America/New_York')).toBe('2026-11-01T05:30:00.000Z');
  });

  it('is an hour later of one that is left out', () => {
    expect(utc('2026-03-29T02:30:00', 'Europe/Berlin')).toBe('2026-03-29T01:30:00.000Z');
    expect(utc('2026-03-08T02:30:00', 'America/New_York')).toBe('2026-03-08T07:30:00.000Z');
  });

  it('shows that time again, for every hour of a year', () => {
    for (const zone of ['Europe/Moscow', 'Asia/Omsk', 'Asia/Kamchatka', 'UTC', 'Asia/Kolkata'])
      for (let ms = Date.UTC(2026, 0, 1); ms < Date.UTC(2027, 0, 1); ms += 3_600_000) {
        const clock = new Date(ms).toISOString().slice(0, 19);
        expect(wallClock(momentAt(clock, zone), zone)).toBe(clock);
      }
  });
});
