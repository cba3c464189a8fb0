// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { formatMoment, zoneName } from '../../../../src/fields/format.ts';
import { currentLocale, saveLanguage } from '../../../../src/i18n/locale.ts';
import { momentSerial } from '../../../../src/schema/kinds/serial.ts';
import { saveMode, useMode } from '../../../../src/settings/mode.ts';
import { currentZone, fromWallClock, offsetMinutes, wallClock, zone } from '../../../../src/settings/zone.ts';
import { createSignal, createStore, onWindow } from '../../../../src/store.ts';

describe('mode', () => {
  const current = () => renderHook(useMode).result.current;

  beforeEach(() => localStorage.clear());

  it('is light until dark was chosen', () => {
    expect(current()).toBe('light');
    localStorage.setItem('apptheme', 'mauve');
    expect(current()).toBe('light');
    saveMode('dark');
    expect([current(), localStorage.getItem('apptheme'), document.documentElement.dataset.theme]).toEqual([
      'dark',
      'dark',
      'dark',
    ]);
  });
});

describe('zone', () => {
  afterEach(() => localStorage.clear());
  const moment = new Date('2026-01-15T21:30:05.000Z');

  describe('the chosen time zone', () => {
    it('is the one lists, details and exports show moments in', () => {
      zone.apply('Asia/Yekaterinburg');
      expect(formatMoment(moment, 'ru')).toBe('16.01.2026 02:30');
      expect(formatMoment(moment, 'en')).toBe('16 Jan 2026 02:30');
      expect(zoneName('en')).toBe('Yekaterinburg');
      expect(momentSerial(moment, currentZone()) % 1).toBeCloseTo((2 * 3600 + 30 * 60 + 5) / 86_400, 6);
      zone.apply('America/New_York');
      expect(formatMoment(moment, 'ru')).toBe('15.01.2026 16:30');
    });

    it.each([
      ['Europe/Moscow', 'Москва', 'Moscow'],
      ['Europe/Kaliningrad', 'Калининград', 'Kaliningrad'],
      ['America/New_York', 'Нью-Йорк', 'New York'],
      ['America/Argentina/Buenos_Aires', 'Буэнос-Айрес', 'Buenos Aires'],
      ['Etc/GMT-3', 'GMT+3', 'GMT+3'],
      ['UTC', 'UTC', 'UTC'],
    ])('%s is called by its city, in each language', (name, ru, en) => {
      zone.apply(name);
      expect([zoneName('ru'), zoneName('en')]).toEqual([ru, en]);
    });

    it('is called by its city in Russian also by a browser that has only English names of cities', () => {
      const english = [{ type: 'timeZoneName', value: 'Vladivostok' }] as Intl.DateTimeFormatPart[];
      const formatToParts = vi.spyOn(Intl.DateTimeFormat.prototype, 'formatToParts').mockReturnValue(english);
      zone.apply('Asia/Vladivostok');
      expect(zoneName('ru')).toBe('Владивосток');
      formatToParts.mockRestore();
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
});

describe('a store', () => {
  it('is drawn anew when its value changes, and only then', () => {
    const store = createStore({ open: false, place: 1 });
    const draw = vi.fn(() => store.useSelected(({ place }) => place));
    const { result } = renderHook(draw);
    act(() => store.set({ open: true, place: 1 }));
    expect(draw).toHaveBeenCalledTimes(1);
    act(() => store.set({ open: true, place: 2 }));
    expect(result.current).toBe(2);
  });

  it('tells nobody of a value that is what it was', () => {
    const store = createStore(1);
    const listener = vi.fn();
    store.subscribe(listener);
    store.set(1);
    expect(listener).not.toHaveBeenCalled();
    store.set(2);
    expect(listener).toHaveBeenCalledTimes(1);
  });
});

describe('a signal', () => {
  it('watches the outside while anybody listens, once for all of them', () => {
    const heard = vi.fn();
    const { subscribe } = createSignal(notify => onWindow('online', () => notify()));
    const stops = [subscribe(() => heard('one')), subscribe(() => heard('two'))];
    window.dispatchEvent(new Event('online'));
    expect(heard.mock.calls).toEqual([['one'], ['two']]);
    for (const stop of stops) stop();
    window.dispatchEvent(new Event('online'));
    expect(heard).toHaveBeenCalledTimes(2);
  });

  it('carries what is told to everybody', () => {
    const { notify, subscribe } = createSignal<[string]>();
    const heard = vi.fn();
    const stop = subscribe(heard);
    notify('light');
    stop();
    notify('dark');
    expect(heard.mock.calls).toEqual([['light']]);
  });
});

describe('locale', () => {
  beforeEach(() => localStorage.clear());

  it('is Russian until another one is chosen; what is stored wrongly counts for nothing', () => {
    expect(currentLocale()).toBe('ru');
    saveLanguage('en');
    expect([currentLocale(), localStorage.getItem('applocale')]).toEqual(['en', 'en']);
    saveLanguage('xx');
    expect(currentLocale()).toBe('en');
    localStorage.setItem('applocale', 'xx');
    expect(currentLocale()).toBe('ru');
  });
});
