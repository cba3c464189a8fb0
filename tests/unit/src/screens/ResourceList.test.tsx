// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { ApiError } from '../../../../src/api/client.ts';
import { resetLiveState, setConnectionPhase, updateListChanges } from '../../../../src/live/store.ts';
import { rows, ThingList } from './thing.tsx';

let narrow = false;
beforeAll(() => {
  window.matchMedia = (query: string) =>
    ({
      matches: narrow,
      media: query,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }) as never;
  window.scrollTo = () => undefined;
});
afterEach(() => {
  cleanup();
  narrow = false;
});

const answering = (data: unknown[] = rows, total = data.length) => vi.fn(async () => ({ data, total }));
const lastQuery = (getList: ReturnType<typeof answering>) => (getList.mock.calls as unknown[][]).at(-1)?.[1];

describe('the table', () => {
  test('has the columns of the description, units in headers, rows that are links', async () => {
    render(<ThingList getList={answering()} />);
    await screen.findByText('Первая');
    const headers = screen.getAllByRole('columnheader').map(header => header.textContent);
    expect(headers).toEqual(['Имя', 'Скорость, км/ч', 'Размер', 'Телефон']);
    expect(screen.getByRole('link', { name: 'Открыть: Первая' }).getAttribute('href')).toBe('/things/upper/1');
    expect(screen.getByRole('link', { name: '+7 916 100-00-01' }).getAttribute('href')).toBe('tel:+79161000001');
    expect(screen.getByText('62').closest('td')?.dataset.align).toBe('end');
    expect(screen.getByRole('columnheader', { name: 'Скорость, км/ч' }).getAttribute('aria-sort')).toBe('descending');
  });

  test('orders by a header: up, down, its own again', async () => {
    const getList = answering();
    render(<ThingList getList={getList} />);
    await screen.findByText('Первая');
    const header = () => screen.getByRole('button', { name: 'Имя' });
    for (const sort of [
      { field: 'Name', order: 'ASC' },
      { field: 'Name', order: 'DESC' },
    ]) {
      await userEvent.click(header());
      await waitFor(() => expect(lastQuery(getList)).toMatchObject({ sort }));
      // Rows of the other direction are prefetched before the click.
      const shown = () => header().closest('th')?.getAttribute('aria-sort');
      await waitFor(() => expect(shown()).toBe(sort.order === 'ASC' ? 'ascending' : 'descending'));
    }
    await userEvent.click(header());
    // Rows in the default order were fetched a moment ago.
    await waitFor(() => expect(screen.getByLabelText<HTMLSelectElement>('Сортировать по').value).toBe('unselected'));
    expect(getList).toHaveBeenCalledTimes(3);
  });
});

test('cards are shown when chosen, and by themselves where it is narrow', async () => {
  render(<ThingList getList={answering()} />);
  await screen.findByText('Первая');
  await userEvent.selectOptions(screen.getByLabelText('Отображение'), 'cards');
  expect(screen.queryByRole('table')).toBeNull();
  expect(screen.getByText('62 км/ч')).toBeDefined();
  cleanup();
  narrow = true;
  render(<ThingList getList={answering()} />);
  expect(await screen.findByText('62 км/ч')).toBeDefined();
});

test('sort, direction and display begin unselected, and show what applies', async () => {
  render(<ThingList locale="en" getList={answering()} />);
  for (const [label, applied] of [
    ['Sort by', 'Speed'],
    ['Direction', 'descending'],
    ['Display', 'table'],
  ] as const) {
    const select = await screen.findByLabelText<HTMLSelectElement>(label);
    expect(select.selectedOptions[0]?.text).toBe('unselected');
    expect(select.selectedOptions[0]?.label).toBe(`unselected (${applied})`);
  }
});

test.each([
  [1, 'Найдено: 1 вещь'],
  [2, 'Найдено: 2 вещи'],
  [5, 'Найдено: 5 вещей'],
  [11, 'Найдено: 11 вещей'],
  [21, 'Найдено: 21 вещь'],
  [112, 'Найдено: 112 вещей'],
])('counts %i in Russian', async (total, text) => {
  render(<ThingList getList={answering(rows, total)} />);
  expect(await screen.findByText(text)).toBeDefined();
});

test('looks for what is typed once the typing rests', async () => {
  const getList = answering();
  render(<ThingList getList={getList} />);
  await screen.findByText('Первая');
  // All keys at once, because on a busy machine a key may take longer than the debounce time.
  for (const value of ['в', 'вто', 'втор ']) fireEvent.change(screen.getByLabelText('Поиск'), { target: { value } });
  await waitFor(() => expect(lastQuery(getList)).toMatchObject({ filter: { q: 'втор' } }));
  expect(getList.mock.calls).toHaveLength(2);
  expect(screen.getByLabelText<HTMLInputElement>('Поиск').value).toBe('втор ');
});

test('what came meanwhile is counted; where the list is narrowed, no number is told that might be none', async () => {
  setConnectionPhase('live');
  updateListChanges('things-upper', () => ({ arrivedIds: new Set([7]) }));
  const list = render(<ThingList getList={answering()} />);
  expect(await screen.findByRole('button', { name: '1 новая вещь – показать' })).toBeDefined();
  // The list opens again with a filter. Its rows come from the cache.
  list.unmount();
  const never = vi.fn(() => new Promise(() => undefined));
  const filter = encodeURIComponent(JSON.stringify({ q: 'втор' }));
  render(<ThingList getList={never} address={`/?filter=${filter}`} />);
  expect(await screen.findByRole('button', { name: 'Есть новые вещи – показать' })).toBeDefined();
  expect(screen.queryByText(/1 новая/)).toBeNull();
  resetLiveState();
});

test('a filter that is on is a chip that takes it off', async () => {
  const getList = answering();
  render(<ThingList getList={getList} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Фильтры' }));
  const panel = await screen.findByRole('dialog', { name: 'Фильтры' });
  await userEvent.click(await within(panel).findByLabelText('сильный'));
  await waitFor(() => expect(lastQuery(getList)).toMatchObject({ filter: { Size: ['major'] } }));
  await userEvent.keyboard('{Escape}');
  const chip = (await screen.findByText('Размер:', { exact: false })).closest('.MuiChip-root') as HTMLElement;
  await userEvent.click(within(chip).getByTestId('CancelIcon'));
  await waitFor(() => expect(lastQuery(getList)).toMatchObject({ filter: {} }));
});

test('offers filters under their headings, and says how many rows are left', async () => {
  render(<ThingList getList={answering()} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Фильтры' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Фильтры' }));
  for (const [heading, label] of [
    ['О вещи', 'Размер'],
    ['О вещи', 'Скорость, км/ч'],
    ['Другое', 'Seen'],
  ])
    await within(sheet.getByRole('region', { name: heading })).findAllByRole('group', { name: label });
  await userEvent.click(sheet.getByRole('button', { name: `Показать: ${rows.length} вещи` }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Фильтры' }));
});

test('an empty list offers to whoever may the page where its first record is made', async () => {
  const address = '/cabinet/cards/list/';
  render(<ThingList address={address} roles={['MANAGER']} getList={answering([])} />);
  const link = await screen.findByRole('link', { name: 'Добавить ваучер' });
  expect(link.getAttribute('href')).toContain('/cabinet/cards/create/');
  cleanup();
  render(<ThingList address={address} roles={['OPERATOR']} getList={answering([])} />);
  expect(await screen.findByText('Здесь пока нет вещей')).toBeDefined();
  expect(screen.queryByRole('link', { name: 'Добавить ваучер' })).toBeNull();
});

test('says that there is nothing yet, and that nothing matches', async () => {
  render(<ThingList getList={answering([])} />);
  // Waits for the lazy empty state.
  expect(await screen.findByText('Здесь пока нет вещей')).toBeDefined();
  await userEvent.type(screen.getByLabelText('Поиск'), 'х');
  expect(await screen.findByText('Ничего не найдено')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Сбросить фильтры' }));
  // Waits for the lazy empty state.
  expect(await screen.findByText('Здесь пока нет вещей')).toBeDefined();
});

test("says in the server's words why it failed, and tries again", async () => {
  const getList = vi
    .fn()
    .mockRejectedValueOnce(new ApiError(503, { Message: 'Перегружено', TraceId: 'abc' }))
    .mockResolvedValue({ data: rows, total: 2 });
  render(<ThingList getList={getList} />);
  expect(await screen.findByText('Перегружено')).toBeDefined();
  expect(screen.getByText('Код для поддержки: abc')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Повторить' }));
  expect(await screen.findByText('Первая')).toBeDefined();
});

test('a search that costs too much is no lost connection: it is taken away, not repeated', async () => {
  const costly = new ApiError(503, { Message: 'Введите больше букв', Code: 'TOO_COSTLY', TraceId: 'abc' });
  const getList = vi.fn(async (_name: string, { filter }: { filter?: { q?: string } }) => {
    if (filter?.q) throw costly;
    return { data: rows, total: 2 };
  });
  render(<ThingList getList={getList} />);
  await screen.findByText('Первая');
  await userEvent.type(screen.getByLabelText('Поиск'), 'а');
  const alert = within(await screen.findByRole('alert'));
  expect(alert.getByText('Введите больше букв')).toBeDefined();
  expect(alert.getByTestId('SearchOffIcon')).toBeDefined();
  expect(alert.queryByText(/Код для поддержки/)).toBeNull();
  expect(alert.queryByRole('button', { name: 'Повторить' })).toBeNull();
  await userEvent.click(alert.getByRole('button', { name: 'Сбросить фильтры' }));
  expect(await screen.findByText('Первая')).toBeDefined();
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Поиск').value).toBe(''));
});

test('j and k walk the rows, in the Russian layout too; not while typing', async () => {
  render(<ThingList getList={answering()} />);
  await screen.findByText('Первая');
  const press = (key: string, code: string, target: Element = document.body) =>
    target.dispatchEvent(new KeyboardEvent('keydown', { key, code, bubbles: true, cancelable: true }));
  press('о', 'KeyJ');
  press('j', 'KeyJ');
  expect(document.activeElement?.getAttribute('href')).toBe('/things/upper/2');
  press('k', 'KeyK');
  expect(document.activeElement?.getAttribute('href')).toBe('/things/upper/1');
  press('/', 'Slash');
  expect(document.activeElement).toBe(screen.getByLabelText('Поиск'));
  press('j', 'KeyJ', screen.getByLabelText('Поиск'));
  expect(document.activeElement).toBe(screen.getByLabelText('Поиск'));
});

test('an address that holds nonsense does not break the list', async () => {
  const filter = encodeURIComponent(JSON.stringify({ SpeedFrom: 'x', Size: 'mini,major', SeenFrom: 'yesterday' }));
  const getList = answering();
  render(<ThingList getList={getList} address={`/?filter=${filter}&sort=Nothing&order=UP&page=1&perPage=7`} />);
  expect(await screen.findByText('Первая')).toBeDefined();
  expect(lastQuery(getList)).toMatchObject({ pagination: { page: 1, perPage: 7 } });
  expect(await screen.findByText('мини, сильный', { exact: false })).toBeDefined();
  expect(await screen.findByText('от yesterday', { exact: false })).toBeDefined();
});

test('columns of a saved view that no longer exist are left out, and without any other the usual ones are shown', async () => {
  const headers = async (columns: readonly string[]) => {
    const stored = { 'things-upper.columns': columns, 'things-upper.widths': { Gone: 20 } };
    render(<ThingList getList={answering()} stored={stored} />);
    await screen.findByText('Первая');
    const texts = screen.getAllByRole('columnheader').map(header => header.textContent);
    cleanup();
    return texts;
  };
  expect(await headers(['Gone', 'Размер', 'Name', 'Phone'])).toEqual(['Имя', 'Телефон']);
  expect(await headers(['Gone'])).toEqual(['Имя', 'Скорость, км/ч', 'Размер', 'Телефон']);
});

test('a column is made wider by keyboard, and as narrow as usual again', async () => {
  render(<ThingList getList={answering()} />);
  await screen.findByText('Первая');
  const shares = () =>
    [...document.querySelectorAll<HTMLElement>('col')].map(column => Number.parseFloat(column.style.width));
  const usual = shares();
  await userEvent.click(screen.getByRole('button', { name: 'Столбцы' }));
  const box = await screen.findByLabelText<HTMLInputElement>('Ширина, знаков: Имя');
  await userEvent.clear(box);
  await userEvent.type(box, '60{Tab}');
  await waitFor(() => expect(shares()[0]).toBeGreaterThan(2 * (usual[0] ?? 0)));
  await userEvent.click(screen.getByRole('button', { name: 'Столбцы по умолчанию' }));
  await waitFor(() => expect(shares()).toEqual(usual));
});

test('columns can be shown, hidden and moved', async () => {
  render(<ThingList getList={answering()} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Столбцы' }));
  await userEvent.click(await screen.findByLabelText('Hidden'));
  await userEvent.click(screen.getByLabelText('Размер'));
  await userEvent.click(screen.getByLabelText('Скорость: ↑'));
  const headers = screen.getAllByRole('columnheader', { hidden: true }).map(header => header.textContent);
  expect(headers).toEqual(['Скорость, км/ч', 'Имя', 'Телефон', 'Hidden']);
});
