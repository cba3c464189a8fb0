// @vitest-environment jsdom
import { renderHook } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { noteServerTime, serverNow } from '../../../../src/api/clock.ts';
import { accidents } from '../../../../src/resources/accidents.ts';
import { useWaiting } from '../../../../src/screens/list/waiting.ts';

afterEach(() => vi.useRealTimers());

it('a new accident stands out once its call is overdue, after an hour, and more after four', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-01-15T12:00:00.000Z') });
  const at = (time: string) => `2026-01-15T${time}:00.000Z`;
  const rows = [
    { WaitingSince: at('11:30'), DateTimeOfNextCall: null },
    { WaitingSince: at('11:00'), DateTimeOfNextCall: null },
    { WaitingSince: at('08:00'), DateTimeOfNextCall: at('13:00') },
    { WaitingSince: at('11:59'), DateTimeOfNextCall: at('12:00') },
  ];
  const { result } = renderHook(() => useWaiting(accidents, 'opened'));
  expect(rows.map(result.current)).toEqual([undefined, 'old', 'veryOld', 'overdue']);
  const { result: done } = renderHook(() => useWaiting(accidents, 'closed'));
  expect(rows.map(done.current)).toEqual(rows.map(() => undefined));
});

it.each([-3, 3])('shows the same beside a browser whose clock is %i h off', hours => {
  const server = Date.parse('2026-01-15T12:00:00.000Z');
  vi.useFakeTimers({ toFake: ['Date'], now: server + hours * 3_600_000 });
  noteServerTime(new Date(server).toUTCString());
  const at = (time: string) => `2026-01-15T${time}:00.000Z`;
  const rows = [
    { WaitingSince: at('11:30'), DateTimeOfNextCall: null },
    { WaitingSince: at('11:00'), DateTimeOfNextCall: at('12:01') },
    { WaitingSince: at('11:59'), DateTimeOfNextCall: at('11:59') },
  ];
  const { result } = renderHook(() => useWaiting(accidents, 'opened'));
  expect(rows.map(result.current)).toEqual([undefined, 'old', 'overdue']);
  expect(new Date(serverNow()).toISOString()).toBe('2026-01-15T12:00:00.000Z');
  // Differences below the header's resolution of a second, or no header, count as no difference of clocks.
  noteServerTime(new Date(Date.now() - 1500).toUTCString());
  expect(serverNow()).toBe(Date.now());
  noteServerTime(null);
  expect(serverNow()).toBe(Date.now());
});
