// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { browserExportMaxRows } from '../../../../src/contract/limits.ts';
import { rows, ThingList } from './thing.tsx';

vi.setConfig({ testTimeout: 60_000 });

/** While it is set, the script that orders files is loading. */
let onTheWay: Promise<void> | undefined;
vi.mock(import('../../../../src/fetchChunk.ts'), async load => {
  const whole = await load();
  return {
    ...whole,
    fetchChunk: async chunk => {
      if (String(chunk).includes('export/order.ts')) await onTheWay;
      return whole.fetchChunk(chunk);
    },
  };
});

beforeAll(async () => {
  window.matchMedia = (query: string) =>
    ({
      matches: false,
      media: query,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }) as never;
  // The script itself is loaded already, so it arrives as soon as the test allows.
  await import('../../../../src/screens/list/export/order.ts');
}, 300_000);

const ordered: string[] = [];
let arrive = () => {};
beforeEach(() => {
  ordered.length = 0;
  onTheWay = undefined;
  vi.stubGlobal('fetch', async (address: string, { method = 'GET' }: RequestInit = {}) => {
    const { pathname } = new URL(address, 'http://x');
    if (method !== 'POST') return Response.json({});
    ordered.push(pathname);
    // The answer to the order never arrives, because this test does not need it.
    return new Promise<Response>(() => {});
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Exports more rows than a browser writes. The script that orders the file has not loaded yet. */
const begin = async () => {
  const view = render(<ThingList getList={async () => ({ data: rows, total: browserExportMaxRows + 1 })} />);
  await screen.findByText('Первая');
  fireEvent.click(screen.getByRole('button', { name: 'Выгрузить' }));
  const csv = await screen.findByRole('menuitem', { name: /^CSV/ });
  onTheWay = new Promise(done => {
    arrive = done;
  });
  fireEvent.click(csv);
  await screen.findByRole('progressbar');
  return view;
};
/** Lets the script load and waits for its consequences. */
const come = async () => {
  arrive();
  await onTheWay;
  await new Promise(done => setTimeout(done, 100));
};

test('an export is ordered once its script has come', async () => {
  await begin();
  expect(ordered).toEqual([]);
  await come();
  await waitFor(() => expect(ordered).toEqual(['/api/v3/exports']));
});

test('an export that is cancelled while its script is on its way is not ordered', async () => {
  await begin();
  fireEvent.click(screen.getByRole('button', { name: 'Отменить' }));
  await come();
  expect([ordered, screen.queryByRole('progressbar')]).toEqual([[], null]);
});

test('an export whose list was left while its script is on its way is not ordered', async () => {
  const { unmount } = await begin();
  unmount();
  await come();
  expect(ordered).toEqual([]);
});

test('an export of the first rows asks the list for only so many, in its order', async () => {
  const asked: unknown[] = [];
  render(
    <ThingList
      getList={async (_, params) => {
        asked.push(params.pagination);
        return { data: rows, total: 30 };
      }}
    />,
  );
  await screen.findByText('Первая');
  fireEvent.click(screen.getByRole('button', { name: 'Выгрузить' }));
  fireEvent.click(await screen.findByRole('menuitemradio', { name: '10' }));
  expect(screen.queryByRole('menuitemradio', { name: '50' })).toBeNull();
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Первые 10: XLSX' }));
  await waitFor(() => expect(ordered).toEqual(['/api/v3/exports/written']));
  // The next page of the list may be fetched in advance at the same time.
  expect(asked).toContainEqual({ page: 1, perPage: 10 });
});
