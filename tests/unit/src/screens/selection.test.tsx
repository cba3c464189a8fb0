// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { DataProvider } from 'react-admin';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import * as texts from '../../../../src/i18n/store.ts';
import { type Resource, removalAction } from '../../../../src/schema/define.ts';
import { BulkDialog, RecentBulk } from '../../../../src/screens/bulk/lazy.ts';
import * as leaving from '../../../../src/screens/LeaveGuard.tsx';
import { SelectionBar } from '../../../../src/screens/list/selection/lazy.ts';
import { rows, ThingList } from './thing.tsx';

// Many clicks in dialogs with forms are slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

beforeAll(async () => {
  // Texts of bulk changes are not loaded here, so their keys are shown.
  vi.spyOn(texts, 'openExtra').mockResolvedValue();
  // The guard needs the cabinet's router, which a single list does not have.
  vi.spyOn(leaving, 'LeaveGuard').mockReturnValue(null as never);
  // Lazy parts are loaded first, because on a busy machine they take longer than the timeout.
  await Promise.all([SelectionBar, BulkDialog, RecentBulk].map(each => each.fetch()));
  window.matchMedia = (query: string) =>
    ({
      matches: false,
      media: query,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }) as never;
  window.scrollTo = () => undefined;
}, 300_000);
afterEach(cleanup);

const more: Partial<Resource> = {
  actions: {
    remove: removalAction(['MANAGER']),
    makeMini: {
      label: { ru: 'Сделать мини', en: 'Make it mini' },
      roles: ['OPERATOR', 'MANAGER'],
      valuesToWrite: { Size: 'mini' },
      bulk: true,
      undoMinutes: 10,
    },
  },
  access: { read: ['OPERATOR'], update: ['OPERATOR', 'MANAGER'], remove: ['MANAGER'] },
};

/** A server with one bulk change. It records requests. */
const asked: { path: string; body: unknown }[] = [];
let change: Record<string, unknown>;
beforeEach(() => {
  getList.mockReset();
  asked.length = 0;
  change = {
    Id: 7,
    What: 'Сделать мини',
    State: 'ready',
    Matching: 40,
    Possible: 38,
    Changed: 0,
    Refused: 2,
    Undone: 0,
    Left: 0,
    Done: 0,
    Total: 40,
    UndoUntil: null,
    Error: null,
    ResourceName: 'things',
    SplitName: 'upper',
    AuthorId: 1,
  };
  const later = () => new Date(Date.now() + 600_000).toISOString();
  const answer = (method: string, path: string): unknown => {
    if (method === 'GET' && path.endsWith('/bulk')) return { Items: [], Total: 0 };
    if (path.endsWith('/reasons')) return [{ Reason: 'Уже так', Count: 2, Ids: [] }];
    if (path.endsWith('/possible')) return { Ids: [2] };
    if (path.endsWith('/run')) Object.assign(change, { State: 'done', Changed: 38, UndoUntil: later() });
    if (path.endsWith('/undo')) Object.assign(change, { State: 'undone', Undone: 38, UndoUntil: null });
    return change;
  };
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body }: RequestInit = {}) => {
    const { pathname } = new URL(address, 'http://x');
    if (method !== 'GET') asked.push({ path: pathname, body: body ? JSON.parse(String(body)) : undefined });
    return Response.json(answer(method, pathname));
  });
});

const getList = vi.fn(async () => ({ data: rows.map(row => ({ ...row, Version: 1 })), total: 40 }));
const getMany = async (_: string, { ids }: { ids: readonly number[] }) => ({
  data: rows.filter(({ id }) => ids.includes(id)),
});
const show = async (roles: readonly string[], described = more) => {
  render(<ThingList getList={getList} more={described} roles={roles} verbs={{ getMany }} />);
  await screen.findByText('Первая');
};
const choose = async (name: string) => userEvent.click(await screen.findByRole('checkbox', { name }));
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const isOffered = (name: string) => screen.queryByRole('button', { name }) !== null;

test('rows can be chosen where the description offers something to the one who looks, and nothing else is offered', async () => {
  await show(['OPERATOR']);
  await choose('Выбрать: Первая');
  expect(await screen.findByText('Выбрано: 1 вещь')).toBeDefined();
  expect([isOffered('Сделать мини'), isOffered('Удалить')]).toEqual([true, false]);
  cleanup();
  await show(['OPERATOR'], { ...more, actions: { remove: removalAction(['MANAGER']) } });
  expect(screen.queryAllByRole('checkbox')).toEqual([]);
  cleanup();
  await show(['MANAGER'], { access: more.access as Resource['access'] });
  expect(screen.queryAllByRole('checkbox')).toEqual([]);
});

test('the chosen rows are looked at before anything is done, and what cannot be done is told', async () => {
  await show(['OPERATOR']);
  await choose('Выбрать: Первая');
  await press('Сделать мини');
  const dialog = within(await screen.findByRole('dialog', { name: 'Сделать мини: 1 вещь' }));
  expect(asked).toEqual([]);
  await userEvent.click(await dialog.findByRole('button', { name: 'bulk.check' }));
  expect(await dialog.findByText('bulk.possible')).toBeDefined();
  expect(await dialog.findByText(/Уже так/)).toBeDefined();
  const first = within(await dialog.findByRole('region', { name: 'bulk.first' }));
  expect(first.getByRole('listitem').textContent).toBe('ВтораяРазмер: сильный → мини');
  expect(asked).toEqual([
    { path: '/api/v2/Thing/bulk/makeMini', body: { Split: 'upper', Query: { sort: 'Speed-desc', ids: '1' } } },
  ]);
  await userEvent.click(dialog.getByRole('button', { name: 'Сделать мини: 38' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(asked.at(-1)?.path).toBe('/api/v3/bulk/7/run');
  expect(await screen.findByText('bulk.done')).toBeDefined();
  expect(screen.queryByText(/^Выбрано/)).toBeNull();
  await press('bulk.undo');
  expect(await screen.findByText('bulk.undoneAll')).toBeDefined();
  expect(isOffered('bulk.undo')).toBe(false);
  await press('bulk.dismiss');
  expect(screen.queryByText('bulk.undoneAll')).toBeNull();
});

test('with the whole page chosen, all that match can be: the filter goes to the server, not the ids', async () => {
  await show(['OPERATOR']);
  await choose('Выбрать: Первая');
  expect(isOffered('bulk.chooseAll')).toBe(false);
  await choose('Выбрать все на странице');
  await press('bulk.chooseAll');
  expect(await screen.findByText('bulk.allChosen')).toBeDefined();
  await press('Сделать мини');
  const dialog = within(await screen.findByRole('dialog', { name: 'Сделать мини: 40 вещей' }));
  await userEvent.click(await dialog.findByRole('button', { name: 'bulk.check' }));
  await dialog.findByText('bulk.possible');
  expect(asked[0]?.body).toEqual({ Split: 'upper', Query: { sort: 'Speed-desc' } });
  await userEvent.click(dialog.getByRole('button', { name: 'Отмена' }));
  await press('Снять выбор');
  expect(screen.queryByText('bulk.allChosen')).toBeNull();

  // A row that is deselected after "select all" is not changed.
  await choose('Выбрать все на странице');
  await press('bulk.chooseAll');
  await choose('Выбрать: Вторая');
  expect(await screen.findByText('Выбрано: 1 вещь')).toBeDefined();
  expect(screen.queryByText('bulk.allChosen')).toBeNull();
});

test('chosen rows are exported though the list is narrowed to others, as of the period that the list is of', async () => {
  const address = `/?filter=${encodeURIComponent(JSON.stringify({ q: 'втор' }))}`;
  const asked = { from: '2026-10-01' };
  render(<ThingList getList={getList} more={more} roles={['OPERATOR']} address={address} asked={asked} />);
  await choose('Выбрать: Первая');
  await press('Выгрузить');
  const [csv] = await screen.findAllByRole('menuitem', { name: /CSV/ });
  getList.mockClear();
  await userEvent.click(csv as HTMLElement);
  await waitFor(() => expect(getList).toHaveBeenCalled());
  expect(getList.mock.calls[0]?.at(1)).toMatchObject({ filter: { ids: '1', ...asked } });
  expect(getList.mock.calls[0]?.at(1)).not.toMatchObject({ filter: { q: 'втор' } });
});

test('chosen rows are exported also where a search finds nothing, and nothing else is offered', async () => {
  await show(['OPERATOR']);
  await choose('Выбрать: Первая');
  getList.mockImplementation(async () => ({ data: [], total: 0 }));
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'ничего' } });
  await screen.findByText('Найдено: 0 вещей');
  await press('Выгрузить');
  expect(await screen.findByText('Выбранные: 1')).toBeDefined();
  expect(screen.getAllByRole('menuitem', { name: /CSV/ })).toHaveLength(1);
});

test('a search that is too long is said to be, keeps its text, and leaves the list as it is', async () => {
  await show(['OPERATOR']);
  const box = screen.getByRole('searchbox') as HTMLInputElement;
  const calls = getList.mock.calls as unknown as Parameters<DataProvider['getList']>[];
  const searches = () => calls.flatMap(([, { filter }]) => filter.q ?? []);
  fireEvent.change(box, { target: { value: 'в'.repeat(201) } });
  expect((await screen.findByRole('alert')).textContent).toBe('Не длиннее 200 знаков');
  expect([box.value.length, box.maxLength, box.getAttribute('aria-invalid')]).toEqual([201, -1, 'true']);
  fireEvent.change(box, { target: { value: 'в'.repeat(200) } });
  await waitFor(() => expect(searches()).toEqual(['в'.repeat(200)]));
  fireEvent.change(box, { target: { value: 'в'.repeat(999) } });
  await press('Очистить поиск');
  await waitFor(() => expect(box.value).toBe(''));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(searches()).toEqual(['в'.repeat(200)]);
});

test('chosen rows that a search hides are counted, named and can be dropped before anything is done', async () => {
  const getMany = vi.fn(async () => ({ data: rows.filter(({ id }) => id === 1) }));
  render(<ThingList getList={getList} more={more} roles={['OPERATOR']} verbs={{ getMany }} />);
  await choose('Выбрать: Первая');
  expect(isOffered('bulk.away')).toBe(false);
  getList.mockImplementation(async () => ({ data: rows.slice(1).map(row => ({ ...row, Version: 1 })), total: 1 }));
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'втор' } });
  await press('bulk.away');
  await screen.findByText('Первая');
  expect(getMany.mock.calls.flat()).toMatchObject(['things-upper', { ids: [1] }]);
  await choose('Выбрать: Вторая');
  await screen.findByText('Выбрано: 2 вещи');
  await press('bulk.dropAway');
  await screen.findByText('Выбрано: 1 вещь');
  expect(isOffered('bulk.away')).toBe(false);
});

test('a chosen row that a colleague moved on meanwhile is said to be gone', async () => {
  const getMany = vi.fn(async () => ({ data: [] }));
  render(<ThingList getList={getList} more={more} roles={['OPERATOR']} verbs={{ getMany }} />);
  await choose('Выбрать: Первая');
  getList.mockImplementation(async () => ({ data: rows.slice(1).map(row => ({ ...row, Version: 1 })), total: 1 }));
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'втор' } });
  await press('bulk.away');
  await screen.findByText('bulk.gone');
});
