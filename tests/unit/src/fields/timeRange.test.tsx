// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { dayRange, momentRange } from '../../../../src/fields/filters/timeRange.tsx';
import { f } from '../../../../src/schema/fields.ts';
import type { Row } from '../../../../src/schema/kinds/value.ts';
import { Stand } from '../layout/frame.tsx';
import { things } from '../screens/thing.tsx';
import { dateBox, putDate } from './dateBox.ts';

const asked = vi.fn();
afterEach(() => {
  cleanup();
  asked.mockClear();
});

const Range = ({ kind, start }: { kind: 'date' | 'dateTime'; start: Row }) => {
  const [values, setValues] = useState(start);
  const { Filter } = kind === 'date' ? dayRange : momentRange;
  const change = (changed: Row) => {
    asked(changed);
    setValues({ ...values, ...changed });
  };
  return <Filter name="Seen" field={f[kind]({})} resource={things} values={values} onChange={change} />;
};
const show = (kind: 'date' | 'dateTime', start: Row = {}) =>
  render(
    <Stand>
      <Range kind={kind} start={start} />
    </Stand>,
  );
const type = putDate;
const rest = () => new Promise(done => setTimeout(done, 300));

describe('the filter by a range of time', () => {
  it('is open at both ends, and asks for what was typed', async () => {
    show('date');
    await type('От', '10.01.2026');
    await waitFor(() => expect(asked).toHaveBeenLastCalledWith({ SeenFrom: '2026-01-10', SeenTo: undefined }));
  });

  it.each([
    ['date', '10.01.2026', '09.01.2026', '11.01.2026'],
    ['dateTime', '10.01.2026 10:00', '10.01.2026 09:59', '10.01.2026 10:01'],
  ] as const)(
    'the end of a range is not before its start, whichever was changed last: %s',
    async (kind, at, before, after) => {
      show(kind);
      await type('От', at);
      await waitFor(() => expect(asked).toHaveBeenCalledTimes(1));
      await type('До', before);
      screen.getByText('Не может быть раньше, чем дата старта');
      expect((await dateBox('До')).getAttribute('aria-invalid')).toBe('true');
      expect((await dateBox('От')).getAttribute('aria-invalid')).toBe('false');
      await rest();
      expect(asked).toHaveBeenCalledTimes(1);
      await type('До', at);
      expect(screen.queryByText(/Не может быть/)).toBeNull();
      await waitFor(() => expect(asked).toHaveBeenCalledTimes(2));
      await type('От', after);
      screen.getByText('Не может быть раньше, чем дата старта');
      expect((await dateBox('До')).getAttribute('aria-invalid')).toBe('true');
      fireEvent.blur(await dateBox('От'));
      // The former end is no longer in force, because its field has a fault.
      await waitFor(() => expect(asked).toHaveBeenCalledTimes(3));
      expect(asked.mock.lastCall?.[0].SeenTo).toBeUndefined();
      expect((await dateBox('До')).getAttribute('value')).toMatch(/10\.01\.2026|10 янв/);
      await type('От', before);
      await waitFor(() => expect(asked).toHaveBeenCalledTimes(4));
      expect(screen.queryByText(/Не может быть/)).toBeNull();
    },
  );

  it.each(['31.02.2026', 'во вторник', '05.03.', '1'])(
    'a date that is none, %s, ends the filter that it replaces',
    async text => {
      show('date', { SeenFrom: '2026-01-10', SeenTo: '2026-01-20' });
      await type('От', text);
      fireEvent.blur(await dateBox('От'));
      await waitFor(() => expect(asked).toHaveBeenLastCalledWith({ SeenFrom: undefined, SeenTo: '2026-01-20' }));
      expect((await dateBox('От')).getAttribute('value')).toBe(text);
      expect((await dateBox('От')).getAttribute('aria-invalid')).toBe('true');
      await type('От', '11.01.2026');
      await waitFor(() => expect(asked).toHaveBeenLastCalledWith({ SeenFrom: '2026-01-11', SeenTo: '2026-01-20' }));
    },
  );

  it('includes the whole last day if no time is typed', async () => {
    show('dateTime');
    await type('От', '01.11.2026');
    fireEvent.blur(await dateBox('От'));
    await type('До', '01.11.2026');
    fireEvent.blur(await dateBox('До'));
    await waitFor(() => expect(asked.mock.lastCall?.[0].SeenTo).toBeTruthy());
    const { SeenFrom, SeenTo } = asked.mock.lastCall?.[0] ?? {};
    expect(Date.parse(SeenTo) - Date.parse(SeenFrom)).toBe(24 * 3_600_000 - 1);
    expect((await dateBox('До')).getAttribute('value')).toContain('23:59');
    await type('До', '01.11.2026 10:00');
    await waitFor(() => expect(Date.parse(asked.mock.lastCall?.[0].SeenTo) - Date.parse(SeenFrom)).toBe(36_000_000));
  });

  it('half a date is not asked for', async () => {
    show('date');
    await type('От', '1');
    await rest();
    expect(asked).not.toHaveBeenCalled();
  });
});
