// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { DataProviderContext } from 'react-admin';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Queue } from '../../../../../src/custom-pages/accidents/queue/Queue.tsx';
import { QueueButton } from '../../../../../src/custom-pages/accidents/queue/QueueButton.tsx';
import { QueueContext } from '../../../../../src/custom-pages/accidents/queue/queueState.ts';
import { dataProvider } from '../../../../../src/dataProvider/index.ts';
import { updateListChanges } from '../../../../../src/live/store.ts';
import { account, Stand } from '../../layout/frame.tsx';

const soon = () => new Date(Date.now() + 3_600_000).toISOString();
const row = (Id: number, ClientName: string, OperatorId: number | null) => ({
  ...{ Id, ClientName, OperatorId, ObjectId: `o-${Id}`, Kind: 'crash', Severity: 'minor', Vip: false },
  ...{ CrashUniqueIdentifier: Id, DateTimeOfNextCall: null, FirstCallBy: soon(), WaitingSince: soon() },
  ...{ StatusOfRoadAccidentID: 1, LockedByName: null, VehicleRegNumber: '', Verdict: 'crash' },
});
const rows = [row(1, 'Своя', account.Id), row(2, 'Ничья', null), row(3, 'Петра', account.Id + 1)];

beforeEach(() => {
  vi.stubGlobal('fetch', async (address: string) => {
    const { pathname, searchParams } = new URL(address, 'http://x');
    if (!pathname.endsWith('/Accident/table/opened')) return Response.json(account);
    const [owner, isEmpty] = [searchParams.get('OperatorId'), searchParams.get('OperatorIdEmpty')];
    const Items = rows.filter(
      ({ OperatorId }) =>
        (owner === null || OperatorId === Number(owner)) && (isEmpty !== 'true' || OperatorId === null),
    );
    return Response.json({ Items, Total: Items.length, Page: 1, PageSize: 50 });
  });
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

const show = () =>
  render(
    <DataProviderContext.Provider value={dataProvider}>
      <Stand>
        <Queue accidentId={1} height="600px" onClose={() => undefined} onOpened={undefined} />
      </Stand>
    </DataProviderContext.Provider>,
  );
const clients = () => screen.queryAllByRole('link').map(link => link.querySelector('[title]')?.textContent);

it('the queue has the cases of the team, of the reader or of nobody, and opens again where it was left', async () => {
  show();
  await vi.waitFor(() => expect(clients()).toEqual(['Своя', 'Ничья', 'Петра']));
  fireEvent.click(screen.getByRole('tab', { name: 'Мои' }));
  await vi.waitFor(() => expect(clients()).toEqual(['Своя']));
  fireEvent.click(screen.getByRole('tab', { name: 'Ничьи' }));
  await vi.waitFor(() => expect(clients()).toEqual(['Ничья']));
  cleanup();
  show();
  await vi.waitFor(() => expect(clients()).toEqual(['Ничья']));
  expect(screen.getByRole('tab', { name: 'Ничьи' }).getAttribute('aria-selected')).toBe('true');
});

it('while the queue is closed, its button announces new cases', () => {
  const showButton = (isOpen: boolean) =>
    render(
      <Stand>
        <QueueContext.Provider value={{ isOpen, toggle: () => undefined }}>
          <QueueButton accidentId={1} />
        </QueueContext.Provider>
      </Stand>,
    );
  showButton(false);
  expect(screen.getByRole('button', { name: 'Очередь' })).toBeTruthy();
  expect(screen.getByRole('status').textContent).toBe('');
  // The open case may have come back to the queue by its operator, so it is not announced.
  act(() => updateListChanges('accidents-opened', () => ({ arrivedIds: new Set([1, 7, 8]) })));
  expect(screen.getByRole('status').textContent).toBe('Очередь: 2 новые аварии');
  expect(screen.getByRole('button', { name: 'Очередь: 2 новые аварии' })).toBeTruthy();
  cleanup();
  // The open queue shows the new cases itself.
  showButton(true);
  expect(screen.getByRole('button', { name: 'Очередь' })).toBeTruthy();
});
