// @vitest-environment jsdom
import { cleanup, configure, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { ApiError, OfflineError } from '../../../../src/api/client.ts';
import type { Resource } from '../../../../src/resources/define.ts';
import { rows, ThingList } from './thing.tsx';

beforeAll(() => {
  window.matchMedia = (query: string) =>
    ({
      matches: false,
      media: query,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }) as never;
  window.scrollTo = () => undefined;
});
// Waits for what comes, however slow the machine.
configure({ asyncUtilTimeout: 5000 });
afterEach(cleanup);

const more: Partial<Resource> = {
  bulk: ['remove', { label: { ru: 'Сделать мини', en: 'Make it mini' }, set: { Size: 'mini' } }],
  access: { read: ['OPERATOR'], update: ['OPERATOR', 'MANAGER'], remove: ['MANAGER'] },
};
const getList = vi.fn(async () => ({ data: rows.map(row => ({ ...row, Version: 1 })), total: 2 }));
const show = async (roles: readonly string[], verbs = {}, described = more) => {
  render(<ThingList getList={getList} more={described} roles={roles} verbs={verbs} />);
  await screen.findByText('Первая');
};
const choose = async (name: string) => userEvent.click(await screen.findByRole('checkbox', { name }));
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const isOffered = (name: string) => screen.queryByRole('button', { name }) !== null;

test('rows can be chosen where the description offers something to the one who looks, and nothing else is offered', async () => {
  await show(['OPERATOR']);
  await choose('Выбрать: Первая');
  expect(await screen.findByText('Выбрано: 1 вещь')).toBeDefined();
  expect([isOffered('Сделать мини'), isOffered('Удалить')]).toEqual([true, false]);
  cleanup();
  await show(['OPERATOR'], {}, { ...more, bulk: ['remove'] });
  expect(screen.queryAllByRole('checkbox')).toEqual([]);
  cleanup();
  await show(['MANAGER'], {}, { access: more.access as Resource['access'] });
  expect(screen.queryAllByRole('checkbox')).toEqual([]);
});

test('a removal asks first, and says of each record what the server had against it', async () => {
  const remove = vi.fn(async (_: string, { id, previousData }: { id: number; previousData: object }) => {
    if (id === 2) throw new ApiError(409, { Message: 'Запись используется', TraceId: 't' });
    return { data: previousData };
  });
  await show(['MANAGER'], { delete: remove });
  await choose('Выбрать все на странице');
  expect(await screen.findByText('Выбрано: 2 вещи')).toBeDefined();
  await press('Удалить');
  const dialog = within(await screen.findByRole('dialog', { name: 'Удалить 2 вещи?' }));
  expect(remove).not.toHaveBeenCalled();
  await userEvent.click(dialog.getByRole('button', { name: 'Удалить' }));
  const told = await screen.findByText('Не удалено: 1');
  expect(told.closest('[role=alert]')?.textContent).toContain('Удалено: 1');
  expect(screen.getByText('Вторая: Запись используется')).toBeDefined();
  expect(
    remove.mock.calls.map(([, { id, previousData }]) => [id, (previousData as { Version: number }).Version]),
  ).toEqual([
    [1, 1],
    [2, 1],
  ]);
  // What was refused stays chosen.
  expect(await screen.findByText('Выбрано: 1 вещь', {}, { timeout: 3000 })).toBeDefined();
});

test('what several were set to can be put back, each to its own', async () => {
  const update = vi.fn(async (_: string, { data }: { data: { Version: number } }) => ({
    data: { ...data, Version: data.Version + 1 },
  }));
  await show(['OPERATOR'], { update });
  await choose('Выбрать все на странице');
  await press('Сделать мини');
  expect(await screen.findByText('Изменено: 2')).toBeDefined();
  await press('Вернуть как было');
  await waitFor(() => expect(update).toHaveBeenCalledTimes(4));
  const sizes = update.mock.calls.map(([, { data }]) => [(data as unknown as { Size: string }).Size, data.Version]);
  expect(sizes).toEqual([
    ['mini', 1],
    ['mini', 1],
    ['mini', 2],
    ['major', 2],
  ]);
  await waitFor(() => expect(isOffered('Вернуть как было')).toBe(false));
});

test('when the database is lost midway, the rest is left as it is, stays chosen, and can be done later, nothing twice', async () => {
  const many = Array.from({ length: 9 }, (_, at) => ({ ...rows[1]!, id: at + 1, Id: at + 1, Name: `Вещь ${at + 1}` }));
  const stored = new Map(many.map(row => [row.id, { ...row, Version: 1 }]));
  let lost = false;
  const writes: number[] = [];
  const update = vi.fn(async (_: string, { id, data }: { id: number; data: { Version: number } }) => {
    // The fourth is written, and the database goes before that is answered.
    if (lost) throw new ApiError(503, { Message: 'База данных недоступна', TraceId: 't' });
    const now = stored.get(id)!;
    if (now.Version !== data.Version) throw new ApiError(409, { Message: 'Запись уже изменили', TraceId: 't' });
    // As the server does: what changes nothing leaves the version as it is.
    if (now.Size === 'mini') return { data: now };
    writes.push(id);
    stored.set(id, { ...now, Size: 'mini', Version: now.Version + 1 });
    lost = writes.length === 4;
    if (lost) throw new OfflineError('No answer from the server');
    return { data: stored.get(id) };
  });
  const list = vi.fn(async () => {
    if (lost) throw new ApiError(503, { Message: 'База данных недоступна', TraceId: 't' });
    return { data: [...stored.values()], total: stored.size };
  });
  render(<ThingList getList={list} more={more} roles={['OPERATOR']} verbs={{ update }} />);
  await choose('Выбрать все на странице');
  await press('Сделать мини');
  const told = (await screen.findByText('Не изменено: 6')).closest('[role=alert]');
  expect(told?.textContent).toContain('Изменено: 3');
  expect(told?.textContent).toContain('Сервер не отвечает. Проверьте соединение и попробуйте ещё раз.');
  expect(told?.textContent).not.toContain('No answer');
  // Those under way, and no more of the nine.
  expect(update.mock.calls.length).toBeLessThanOrEqual(7);
  expect(await screen.findByText('Выбрано: 6 вещей')).toBeDefined();
  lost = false;
  await press('Обновить');
  await waitFor(() => expect(list.mock.settledResults.at(-1)?.type).toBe('fulfilled'));
  await press('Сделать мини');
  await waitFor(() => expect(screen.queryByText('Изменено: 6')).not.toBeNull());
  expect(writes.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(screen.queryByText(/^Выбрано/)).toBeNull();
});

test('records chosen on another page are read before something is done to them; those that are gone are told', async () => {
  const pages = vi.fn(async (_: string, { pagination }: { pagination: { page: number } }) => ({
    data: [{ ...rows[pagination.page - 1]!, Version: 3 }],
    total: 26,
  }));
  const update = vi.fn(async (_: string, { data }: { data: object }) => ({ data }));
  const getMany = vi.fn(async () => ({ data: [] }));
  render(<ThingList getList={pages as never} more={more} roles={['OPERATOR']} verbs={{ update, getMany }} />);
  await choose('Выбрать: Первая');
  await press('Следующая страница');
  await choose('Выбрать: Вторая');
  await press('Сделать мини');
  expect(await screen.findByText('1: Записи уже нет')).toBeDefined();
  expect(getMany).toHaveBeenCalledWith('things-upper', expect.objectContaining({ ids: [1] }));
  expect(update.mock.calls.map(([, params]) => (params as unknown as { id: number }).id)).toEqual([2]);
});
