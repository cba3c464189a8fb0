// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isQuietTime, NextCall } from '../../../../../src/custom-pages/accidents/finish/NextCall.tsx';
import { Stand } from '../../layout/frame.tsx';

const rules = { TimeZone: 'Asia/Omsk', QuietFromHour: 22, QuietToHour: 8, WeekendCalls: true };
let tomorrow: string;
const chosen = vi.fn();

beforeEach(() => {
  chosen.mockClear();
  vi.stubGlobal('fetch', async () => Response.json({ ...rules, Tomorrow: tomorrow }));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const Step = () => {
  const [value, setValue] = useState<string | null>(null);
  const choose = (at: string | null) => {
    chosen(at);
    setValue(at);
  };
  return <NextCall accidentId={1} value={value} fault={undefined} onChange={choose} />;
};
const show = () =>
  render(
    <Stand>
      <Step />
    </Stand>,
  );
const marked = () =>
  screen.getAllByRole('button', { pressed: true }).map(({ textContent }) => textContent?.replace(/^\d/, ''));
const press = async (name: RegExp) => fireEvent.click(await screen.findByRole('button', { name }));

describe('the time of the next call', () => {
  it('is by the rules at first, and the pressed time stays marked', async () => {
    tomorrow = '2026-01-17T04:00:00.000Z';
    show();
    expect(marked()).toEqual(['по правилам']);
    await press(/через 2 ч/);
    expect(marked()).toEqual(['через 2 ч']);
    await press(/завтра/);
    expect(chosen).toHaveBeenLastCalledWith(tomorrow);
    expect(marked()).toEqual(['завтра']);
    await press(/по правилам/);
    expect(chosen).toHaveBeenLastCalledWith(null);
    expect(marked()).toEqual(['по правилам']);
  });

  it('in the quiet hours of the client has a warning with the client’s clock, and no other time has one', async () => {
    // 23:30 in Omsk.
    tomorrow = '2026-01-17T17:30:00.000Z';
    show();
    await press(/завтра/);
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('У клиента будет 23:30'));
    await press(/по правилам/);
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    cleanup();
    // 10:00 in Omsk.
    tomorrow = '2026-01-17T04:00:00.000Z';
    show();
    await press(/завтра/);
    expect(marked()).toEqual(['завтра']);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it.each([
    ['22:00', '2026-01-16T16:00:00.000Z', {}, true],
    ['7:59', '2026-01-16T01:59:00.000Z', {}, true],
    ['8:00', '2026-01-16T02:00:00.000Z', {}, false],
    ['21:59', '2026-01-16T15:59:00.000Z', {}, false],
    ['14:00, with quiet hours at noon', '2026-01-16T08:00:00.000Z', { QuietFromHour: 13, QuietToHour: 15 }, true],
    ['15:00, with quiet hours at noon', '2026-01-16T09:00:00.000Z', { QuietFromHour: 13, QuietToHour: 15 }, false],
    [
      '1:00 on Saturday, which is Friday in UTC',
      '2026-01-16T19:00:00.000Z',
      { WeekendCalls: false, QuietToHour: 0 },
      true,
    ],
    ['noon on Friday without calls on weekends', '2026-01-16T06:00:00.000Z', { WeekendCalls: false }, false],
    ['noon on Saturday with calls on weekends', '2026-01-17T06:00:00.000Z', {}, false],
  ])('%s is judged by the clock and the days of the client', (_when, at, more, isQuiet) =>
    expect(isQuietTime(at, { ...rules, ...more })).toBe(isQuiet),
  );
});
