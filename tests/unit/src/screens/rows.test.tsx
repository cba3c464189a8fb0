// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { removalAction } from '../../../../src/schema/define.ts';
import { rows, ThingList, things } from './thing.tsx';

// Many clicks are slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

beforeAll(() => {
  const matches = { matches: false, addEventListener: () => undefined, removeEventListener: () => undefined };
  window.matchMedia = (media: string) => ({ ...matches, media }) as never;
  window.scrollTo = () => undefined;
  window.requestIdleCallback = () => 0;
  window.cancelIdleCallback = () => undefined;
});
afterEach(cleanup);

const linkOf = (name: string) => screen.findByRole('link', { name: new RegExp(name) });
const rowOf = async (name: string) => (await linkOf(name)).closest('tr') as HTMLElement;

test('a link of a row leads to its page without loading the cabinet anew, a click on a text clicks it', async () => {
  const onPath = vi.fn();
  render(<ThingList getList={async () => ({ data: rows, total: 2 })} onPath={onPath} />);
  // False: the default action is prevented, so the browser does not follow the link.
  expect(fireEvent.click(await linkOf('Первая'))).toBe(false);
  expect(onPath).toHaveBeenLastCalledWith('/things/upper/1');
  await userEvent.click(screen.getByText('Вторая'));
  expect(onPath).toHaveBeenLastCalledWith('/things/upper/2');
  const paths = onPath.mock.calls.length;
  // Ctrl+click is left to the browser, which opens a new tab.
  const event = new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey: true });
  const left = vi.fn((at: Event) => at.preventDefault());
  document.addEventListener('click', left, { once: true });
  const link = await linkOf('Первая');
  const seen = vi.spyOn(event, 'preventDefault');
  link.dispatchEvent(event);
  expect(seen.mock.calls.length).toBe(left.mock.calls.length);
  expect(onPath.mock.calls.length).toBe(paths);
});

test('choosing a row draws that row anew and no other', async () => {
  const more = { actions: { remove: removalAction(['MANAGER']) }, access: { read: [], remove: ['MANAGER'] } } as const;
  // Each render of a row reads its title, so the getter counts renders.
  const [first, second] = rows;
  const read = vi.fn(() => 'Вторая');
  const other = Object.defineProperty({ ...second }, 'Name', { enumerable: true, get: read });
  render(<ThingList getList={async () => ({ data: [first, other], total: 2 })} more={more} roles={['MANAGER']} />);
  await rowOf('Вторая');
  const box = screen.getAllByRole('checkbox')[1] as HTMLInputElement;
  expect(read).toHaveBeenCalled();
  read.mockClear();
  await userEvent.click(box);
  expect(box.checked).toBe(true);
  expect(read).not.toHaveBeenCalled();
});

test('another page is written into the elements of the last one, and a row that stays keeps its own', async () => {
  const [first, second] = rows;
  const third = { ...first, id: 3, Id: 3, Name: 'Третья' };
  const data = { 1: [first, second], 2: [second, third] };
  const getList = vi.fn(async (_: string, { pagination }: { pagination?: { page?: number } }) => ({
    data: data[pagination?.page === 2 ? 2 : 1],
    total: 60,
  }));
  render(<ThingList getList={getList as never} />);
  const [elementOfFirst, elementOfSecond] = [await rowOf('Первая'), await rowOf('Вторая')];
  await userEvent.click(screen.getByRole('button', { name: 'Следующая страница' }));
  expect(await rowOf('Третья')).toBe(elementOfFirst);
  expect(await rowOf('Вторая')).toBe(elementOfSecond);
  // The rows are in the order of the answer.
  expect(elementOfFirst.previousElementSibling).toBe(elementOfSecond);
});

test('a choice has the shape of its severity, or of the one that the description gives it', async () => {
  const shapes = async () =>
    Promise.all(
      ['Первая', 'Вторая'].map(async name =>
        [...(await rowOf(name)).querySelectorAll('td svg')].flatMap(icon => icon.getAttribute('data-testid') ?? []),
      ),
    );
  const getList = async () => ({ data: rows, total: 2 });
  render(<ThingList getList={getList} />);
  expect(await shapes()).toEqual([['CircleOutlinedIcon'], ['ReportOutlinedIcon']]);
  cleanup();
  const Size = { ...things.fields.Size, severityOf: { mini: 'minor', major: 'mini' } } as const;
  render(<ThingList getList={getList} more={{ fields: { ...things.fields, Size } }} />);
  expect(await shapes()).toEqual([['WarningAmberIcon'], ['CircleOutlinedIcon']]);
});
