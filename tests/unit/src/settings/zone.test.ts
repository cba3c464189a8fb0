// @vitest-environment jsdom
import { afterEach, describe, expect, it } from 'vitest';
import { formatMoment, zoneName } from '../../../../src/fields/format.ts';
import { momentSerial } from '../../../../src/schema/kinds/serial.ts';
import { currentZone, fromWallClock, offsetMinutes, wallClock, zone } from '../../../../src/settings/zone.ts';

afterEach(() => localStorage.clear());
const moment = new Date('2026-01-15T21:30:05.000Z');

describe('the chosen time zone', () => {
  it('is the one lists, details and exports show moments in', () => {
    zone.apply('Asia/Yekaterinburg');
    expect(formatMoment(moment, 'ru')).toBe('16.01.2026 02:30');
    expect(formatMoment(moment, 'en')).toBe('16 Jan 2026 02:30');
    expect(zoneName(moment, 'en')).toBe('Yekaterinburg Standard Time');
    expect(momentSerial(moment, currentZone()) % 1).toBeCloseTo((2 * 3600 + 30 * 60 + 5) / 86_400, 6);
    zone.apply('America/New_York');
    expect(formatMoment(moment, 'ru')).toBe('15.01.2026 16:30');
  });

  it('has a name for summer and one for winter, in each language', () => {
    zone.apply('Europe/Berlin');
    expect(zoneName(moment, 'en')).toBe('Central European Standard Time');
    expect(zoneName(new Date('2026-07-15T12:00:00Z'), 'en')).toBe('Central European Summer Time');
    expect(zoneName(moment, 'ru')).toMatch(/стандартное время/);
  });

  it('is the browser’s own when none or nonsense is kept', () => {
    expect(currentZone()).toBe('');
    localStorage.setItem('appzone', 'Mars/Base');
    expect(currentZone()).toBe('');
  });
});

describe('a setting that somebody listens to', () => {
  it('follows what another tab chose, and is read anew once nobody listens', async () => {
    const { renderHook, act, cleanup } = await import('@testing-library/react');
    const { result } = renderHook(() => zone.use());
    const choose = (newValue: string) => {
      localStorage.setItem('appzone', newValue);
      window.dispatchEvent(new StorageEvent('storage', { key: 'appzone', newValue }));
    };
    act(() => choose('Asia/Tokyo'));
    expect(result.current).toBe('Asia/Tokyo');
    cleanup();
    localStorage.setItem('appzone', 'UTC');
    expect(currentZone()).toBe('UTC');
  });
});

describe('wall clocks', () => {
  it.each(['', 'UTC', 'Europe/Moscow', 'Asia/Kathmandu', 'America/New_York', 'Pacific/Chatham'])(
    'in %s lead back to the moment',
    name => {
      for (const text of [
        '2026-01-15T21:30:05Z',
        '2026-03-29T01:30:00Z',
        '2026-07-01T00:00:00Z',
        '1999-12-31T23:59:59Z',
      ]) {
        const at = new Date(text);
        expect(fromWallClock(wallClock(at, name), name).toISOString()).toBe(at.toISOString());
      }
    },
  );

  it('know summer time', () => {
    expect(offsetMinutes(new Date('2026-01-15T12:00:00Z'), 'Europe/Berlin')).toBe(60);
    expect(offsetMinutes(new Date('2026-07-15T12:00:00Z'), 'Europe/Berlin')).toBe(120);
    expect(fromWallClock('2026-07-15T12:00', 'Europe/Berlin').toISOString()).toBe('2026-07-15T10:00:00.000Z');
  });

  it('make nothing of what is no date', () => {
    expect(Number.isNaN(fromWallClock('soon', 'UTC').getTime())).toBe(true);
  });
});
