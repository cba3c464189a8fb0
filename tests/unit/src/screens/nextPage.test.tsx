// @vitest-environment jsdom
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { rows, ThingList } from './thing.tsx';

/** Callbacks that the browser would run when idle. */
let idle: (() => void)[] = [];
const settle = () => {
  for (const act of idle.splice(0)) act();
};
const connect = (connection: { saveData: boolean } | undefined) =>
  Object.defineProperty(navigator, 'connection', { configurable: true, value: connection });

beforeAll(() => {
  window.matchMedia = (query: string) =>
    ({
      matches: false,
      media: query,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }) as never;
  window.scrollTo = () => undefined;
  window.requestIdleCallback = act => idle.push(act as () => void);
  window.cancelIdleCallback = handle => {
    idle[handle - 1] = () => undefined;
  };
});
beforeEach(() => {
  idle = [];
});
afterEach(() => {
  cleanup();
  connect(undefined);
});

const pages = (total = 60) =>
  vi.fn(async (_name: string, { pagination }: { pagination?: { page: number } }) => ({
    data: rows.map(row => ({ ...row, Name: `${row.Name}, страница ${pagination?.page}` })),
    total,
  }));
const asked = (getList: ReturnType<typeof pages>) => getList.mock.calls.map(([, { pagination }]) => pagination?.page);
const open = async (getList: ReturnType<typeof pages>, address = '/') => {
  render(<ThingList getList={getList as never} address={address} />);
  await screen.findByText(/^Первая/);
};

describe('the page after the one that is looked at', () => {
  it('is fetched once the rows stand and the browser is idle, and is not asked for when it is turned to', async () => {
    const getList = pages();
    await open(getList);
    expect(asked(getList)).toEqual([1]);
    await waitFor(() => expect(idle).not.toEqual([]));
    settle();
    await waitFor(() => expect(asked(getList)).toEqual([1, 2]));
    await userEvent.click(screen.getByRole('button', { name: 'Следующая страница' }));
    expect(await screen.findByText('Первая, страница 2')).toBeDefined();
    expect(asked(getList)).toEqual([1, 2]);
    // The next page is prefetched too.
    await waitFor(() => expect(idle).not.toEqual([]));
    settle();
    await waitFor(() => expect(asked(getList)).toEqual([1, 2, 3]));
  });

  it.each([
    ['there is none', pages(2), '/'],
    ['the list is narrowed', pages(), `/?filter=${encodeURIComponent(JSON.stringify({ q: 'втор' }))}`],
    ['it lies deep', pages(100_000), '/?page=20&perPage=25'],
  ])('is not fetched ahead where %s', async (_when, getList, address) => {
    await open(getList, address);
    settle();
    expect(getList).toHaveBeenCalledTimes(1);
    expect(idle).toEqual([]);
  });

  it('is not fetched ahead where the person saves data, and is when they no longer do', async () => {
    connect({ saveData: true });
    const getList = pages();
    await open(getList);
    expect(idle).toEqual([]);
    cleanup();
    connect({ saveData: false });
    const again = pages();
    await open(again);
    await waitFor(() => expect(idle).not.toEqual([]));
    settle();
    await waitFor(() => expect(asked(again)).toEqual([1, 2]));
  });
});

it('the descending order of a column is there when its head is pressed once more', async () => {
  const getList = vi.fn(async (_name: string, { sort }: { sort?: { order: string } }) => ({
    data: rows.map(row => ({ ...row, Name: `${row.Name}, ${sort?.order}` })),
    total: rows.length,
  }));
  const orders = () => getList.mock.calls.map(([, { sort }]) => sort?.order);
  await open(getList as never);
  const head = () => within(screen.getByRole('columnheader', { name: 'Имя' })).getByRole('button');
  await userEvent.click(head());
  expect(await screen.findByText('Первая, ASC')).toBeDefined();
  await waitFor(() => expect(idle).not.toEqual([]));
  settle();
  await waitFor(() => expect(orders().slice(1)).toEqual(['ASC', 'DESC']));
  await userEvent.click(head());
  expect(await screen.findByText('Первая, DESC')).toBeDefined();
  expect(orders().slice(1)).toEqual(['ASC', 'DESC']);
});
