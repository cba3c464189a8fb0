// @vitest-environment jsdom
import { cleanup, fireEvent, render, renderHook, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it, test, vi } from 'vitest';
import { noteServerTime, serverNow } from '../../../../src/api/clock.ts';
import { accidents } from '../../../../src/resources/accidents.ts';
import * as ordering from '../../../../src/screens/list/dragOrder.ts';
import { cardForColumns } from '../../../../src/screens/list/ListBody.tsx';
import { useWaitState } from '../../../../src/screens/list/waiting.ts';
import { countFittingColumns } from '../../../../src/screens/record/Related.tsx';
import { rows, ThingList, things } from './thing.tsx';

describe('page sizes', () => {
  afterEach(cleanup);

  it('are 10, 25, 30 and 50', async () => {
    render(<ThingList getList={async () => ({ data: rows, total: 120 })} />);
    const size = await screen.findByLabelText('На странице');
    expect([...size.querySelectorAll('option')].map(option => option.textContent)).toEqual(['10', '25', '30', '50']);
  });
});

describe('waiting', () => {
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
    const { result } = renderHook(() => useWaitState(accidents, 'opened'));
    expect(rows.map(result.current)).toEqual([undefined, 'old', 'veryOld', 'overdue']);
    const { result: done } = renderHook(() => useWaitState(accidents, 'closed'));
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
    const { result } = renderHook(() => useWaitState(accidents, 'opened'));
    expect(rows.map(result.current)).toEqual([undefined, 'old', 'overdue']);
    expect(new Date(serverNow()).toISOString()).toBe('2026-01-15T12:00:00.000Z');
    // Differences below the header's resolution of a second, or no header, count as no difference of clocks.
    noteServerTime(new Date(Date.now() - 1500).toUTCString());
    expect(serverNow()).toBe(Date.now());
    noteServerTime(null);
    expect(serverNow()).toBe(Date.now());
  });
});

describe('columns', () => {
  // jsdom has no layout to drag in, so the test calls the drop itself. A journey tests the dragging.
  const drops: { root: HTMLElement; drop: (names: string[]) => void }[] = [];

  beforeAll(() => {
    vi.spyOn(ordering, 'makeSortable').mockImplementation((root, drop) => {
      drops.push({ root, drop });
      return () => undefined;
    });
    window.matchMedia = (query: string) =>
      ({
        matches: false,
        media: query,
        addEventListener: () => undefined,
        removeEventListener: () => undefined,
      }) as never;
    window.scrollTo = () => undefined;
  });
  afterEach(() => {
    cleanup();
    drops.length = 0;
  });

  const show = async () => {
    render(<ThingList getList={async () => ({ data: rows, total: 2 })} />);
    await screen.findByText('Первая');
  };
  // An open menu hides the table from queries by role.
  const headers = () => [...document.querySelectorAll('thead th')].map(header => header.textContent);
  const openMenu = async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Столбцы' }));
    return screen.findByRole('dialog', { name: 'Столбцы' });
  };

  test('a column that was dropped elsewhere in the header or in the menu stands there', async () => {
    await show();
    expect(drops).toEqual([]);
    fireEvent.pointerEnter(document.querySelector('thead') as Element);
    await waitFor(() => expect(drops).toHaveLength(1));
    drops[0]?.drop(['Size', 'Name', 'Speed', 'Phone']);
    await waitFor(() => expect(headers()).toEqual(['Размер', 'Имя', 'Скорость, км/ч', 'Телефон']));
    const menu = await openMenu();
    fireEvent.pointerEnter(await waitFor(() => menu.querySelector('ul') ?? Promise.reject()));
    await waitFor(() => expect(drops).toHaveLength(2));
    expect([...(drops[1]?.root.children ?? [])].map(item => item.getAttribute('data-column'))).toEqual([
      ...['Size', 'Name', 'Speed', 'Phone'],
      // Children that are no columns have no position among them.
      ...[null, null],
    ]);
    drops[1]?.drop(['Phone', 'Size', 'Name', 'Speed']);
    await waitFor(() => expect(headers()).toEqual(['Телефон', 'Размер', 'Имя', 'Скорость, км/ч']));
  });

  test('by keyboard a column goes up and down in the menu', async () => {
    await show();
    const menu = await openMenu();
    (await within(menu).findByRole('button', { name: 'Размер: ↑' })).focus();
    await userEvent.keyboard('{Enter}{Enter}');
    expect(headers()).toEqual(['Размер', 'Имя', 'Скорость, км/ч', 'Телефон']);
    // A column at the top moves the focus to its other button, so that the user need not start again.
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Размер: ↓'));
    await userEvent.click(within(menu).getByRole('button', { name: 'Столбцы по умолчанию' }));
    expect(headers()).toEqual(['Имя', 'Скорость, км/ч', 'Размер', 'Телефон']);
  });

  test('rows stand as close as is chosen for this list', async () => {
    await show();
    const list = () => document.querySelector('.list')?.getAttribute('data-density');
    expect(list()).toBe('unselected');
    await userEvent.selectOptions(await within(await openMenu()).findByLabelText('Плотность'), 'плотно');
    expect(list()).toBe('compact');
  });

  test('cards have the lines of their description, or what was chosen as columns, in that order', async () => {
    expect(cardForColumns(things, things.list.columns).lines).toEqual(['Phone']);
    // Name, Size and Speed stand above the lines already.
    expect(cardForColumns(things, ['Seen', 'Name', 'Phone', 'Hidden']).lines).toEqual(['Seen', 'Phone', 'Hidden']);
  });

  test('what was chosen as columns stays in the summary of its card, without the labels of the rest', () => {
    const chosen = cardForColumns(accidents, ['City', 'Vehicle', 'VehicleRegNumber', 'VoucherNumber'], 'opened');
    expect(chosen.summary).toEqual([['Vehicle', 'VehicleRegNumber'], ['City']]);
    expect(chosen.lines).toEqual(['VoucherNumber']);
  });

  test.each([
    [[10, 10, 10], 35, 3],
    [[10, 10, 10], 29, 2],
    [[10, 10, 10], 5, 2],
    [[10], 5, 1],
  ])('of columns of %j characters a room of %i has %i', (widths, room, count) => {
    expect(countFittingColumns(widths, room)).toBe(count);
  });
});
