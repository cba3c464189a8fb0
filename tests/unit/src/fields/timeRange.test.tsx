// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { dayRange, momentRange } from '../../../../src/fields/filters/timeRange.tsx';
import type { Row } from '../../../../src/kinds/value.ts';
import { f } from '../../../../src/resources/fields.ts';
import { Stand } from '../layout/frame.tsx';
import { things } from '../screens/thing.tsx';

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
const type = (end: 'От' | 'До', value: string) => fireEvent.change(screen.getByLabelText(end), { target: { value } });
const rest = () => new Promise(done => setTimeout(done, 300));

describe('the filter by a range of time', () => {
  it('is open at both ends, and asks for what was typed', async () => {
    show('date');
    expect(screen.getByLabelText('От')).toHaveProperty('value', '');
    type('От', '2026-01-10');
    await waitFor(() => expect(asked).toHaveBeenLastCalledWith({ SeenFrom: '2026-01-10', SeenTo: undefined }));
  });

  it.each([
    ['date', '2026-01-10', '2026-01-09', '2026-01-11'],
    ['dateTime', '2026-01-10T10:00', '2026-01-10T09:59', '2026-01-10T10:01'],
  ] as const)('a range ends neither before its start nor after its bound: %s', async (kind, at, before, after) => {
    show(kind);
    type('От', at);
    type('До', before);
    screen.getByText('Не может быть раньше, чем дата старта');
    expect(screen.getByLabelText('До').getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByLabelText('От').getAttribute('aria-invalid')).toBe('false');
    await rest();
    expect(asked).not.toHaveBeenCalled();
    type('До', at);
    expect(screen.queryByText(/Не может быть/)).toBeNull();
    type('От', after);
    screen.getByText('Не может быть позже, чем дата окончания');
    fireEvent.blur(screen.getByLabelText('От'));
    await rest();
    expect(asked).not.toHaveBeenCalled();
    type('От', before);
    await waitFor(() => expect(asked).toHaveBeenCalledTimes(1));
    expect(screen.queryByText(/Не может быть/)).toBeNull();
  });
});
