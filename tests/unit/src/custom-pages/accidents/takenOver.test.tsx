// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { DataProviderContext } from 'react-admin';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { noFacts } from '../../../../../server/domain/telemetry/noFacts.ts';
import { hasUnsaved } from '../../../../../src/api/unsaved.ts';
import type { AccidentDetail } from '../../../../../src/contract/shapes/accident.ts';
import { ActionBar } from '../../../../../src/custom-pages/accidents/AccidentView.tsx';
import { CallForm } from '../../../../../src/custom-pages/accidents/calls/CallForm.tsx';
import { DecisionForm } from '../../../../../src/custom-pages/accidents/finish/DecisionForm.tsx';
import { ImagesPanel } from '../../../../../src/custom-pages/accidents/images/ImagesPanel.tsx';
import { LeaseProvider, useLease } from '../../../../../src/custom-pages/accidents/lock/LeaseContext.tsx';
import { isLeasedByOther } from '../../../../../src/custom-pages/accidents/lock/LockState.tsx';
import { InterviewProvider } from '../../../../../src/custom-pages/accidents/processing/InterviewContext.tsx';
import { ToastStack } from '../../../../../src/feedback/ToastStack.tsx';
import { openTexts } from '../../../../../src/i18n/store.ts';
import { account, Stand } from '../../layout/frame.tsx';

beforeAll(() => openTexts('whole'));
afterEach(() => {
  cleanup();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

const lockedUntil = () => new Date(Date.now() + 60_000).toISOString();
const image = (id: number) => ({
  ...{
    id,
    Id: id,
    FileName: `${id}.jpg`,
    Caption: '',
    Rotation: 0,
    AuthorId: account.Id,
    AuthorName: 'Анна',
    Size: 1000,
  },
  ...{ CreatedAt: '2026-01-15T12:00:00.000Z', Width: 300, Height: 200, TakenAt: null, Latitude: null, Longitude: null },
});
const given = vi.fn(async () => ({ data: {} }));
const create = vi.fn();
const provider = {
  create,
  getList: async (name: string) => ({ data: name === 'accidents.images' ? [image(11), image(12)] : [], total: 2 }),
  getOne: async () => ({ data: {} }),
  getMany: async () => ({ data: [] }),
  lock: async () => ({ data: { LockedBy: account.Id, LockedByName: account.FullName, LockedUntil: lockedUntil() } }),
  unlock: given,
};
const accident = {
  ...{ Id: 1, CrashUniqueIdentifier: 100001, ObjectId: 'o', Status: 'opened', Source: 'device', Facts: noFacts() },
  ...{ CrashDateTime: '2026-01-15T09:30:00.000Z', Latitude: 55.75, Longitude: 37.6, ClientPhone: '', ClientName: '' },
  ...{ StatusOfRoadAccidentID: 1, UnconfirmationReasonId: null, ContactPersonStatusId: null, CrashDynamicsId: null },
  ...{ LockedBy: null, LockedByName: null, LockedUntil: null, DateTimeOfNextCall: null, Damages: [], Version: 1 },
} as unknown as AccidentDetail;

const Calls = () => (
  <CallForm
    {...{ accident, onMoved: () => undefined, onLogged: () => undefined }}
    disabled={isLeasedByOther(useLease().lease)}
  />
);
/** Simulates the event of a takeover. */
let takeOver: () => void = () => undefined;
const Page = () => {
  const [holder, setHolder] = useState<Partial<AccidentDetail>>({});
  takeOver = () => setHolder({ LockedBy: account.Id + 1, LockedByName: 'Пётр', LockedUntil: lockedUntil() });
  return (
    <LeaseProvider accident={{ ...accident, ...holder }} userId={account.Id}>
      <InterviewProvider accidentId={1}>
        <main id="content">
          <ActionBar accident={accident} onMoved={() => undefined} />
          <Calls />
          <DecisionForm accident={accident} onMoved={() => undefined} />
          <ImagesPanel accident={accident} />
        </main>
      </InterviewProvider>
    </LeaseProvider>
  );
};

const showTaken = async () => {
  // Nothing is ever on the screen here.
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  vi.stubGlobal('fetch', async () => Response.json([{ Id: '1', Title: 'Дозвонились' }]));
  render(
    <DataProviderContext.Provider value={provider as never}>
      <Stand bare>
        <RouterProvider router={createMemoryRouter([{ path: '*', element: <Page /> }])} />
      </Stand>
    </DataProviderContext.Provider>,
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Взять в работу' }));
  await screen.findByRole('button', { name: 'Освободить' });
};

it('what was typed into the sheet and about a call stays when the case is taken over, and can be copied', async () => {
  await showTaken();
  const results = within(screen.getByRole('group', { name: 'Итог звонка' }));
  fireEvent.click(await results.findByRole('button', { name: 'Дозвонились' }));
  fireEvent.change(screen.getByLabelText('Что сказал клиент'), { target: { value: 'всё в порядке' } });
  fireEvent.click(screen.getByRole('button', { name: 'Завершить' }));
  const sheet = screen.getByRole('form', { name: /^Итог/ });
  await waitFor(() => within(sheet).getByRole('textbox', { name: /^Комментарий/ }));
  fireEvent.change(within(sheet).getByLabelText(/^Комментарий/), { target: { value: 'клиент просит письмо' } });

  act(() => takeOver());
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Освободить', hidden: true })).toBeNull());
  expect(within(sheet).getByDisplayValue('клиент просит письмо')).toHaveProperty('readOnly', true);
  // The lease is not returned, because it belongs to another account now.
  expect(given).not.toHaveBeenCalled();
  for (const name of ['Завершить', 'Завершить и взять следующую'])
    expect(within(sheet).getByRole('button', { name })).toHaveProperty('disabled', true);
  expect(screen.getByDisplayValue('всё в порядке')).toHaveProperty('readOnly', true);
  expect(screen.getByRole('button', { name: 'Скопировать' })).toBeTruthy();
});

it('a caption being typed outlives turning to another photo and a take-over', async () => {
  await showTaken();
  fireEvent.click(await screen.findByRole('button', { name: /11\.jpg/ }));
  const caption = () => screen.getByLabelText<HTMLInputElement>('Подпись');
  fireEvent.change(caption(), { target: { value: 'левое крыло' } });
  expect(hasUnsaved()).toBe(true);
  fireEvent.click(screen.getByRole('button', { name: 'Следующее фото' }));
  expect(caption().value).toBe('');
  fireEvent.click(screen.getByRole('button', { name: 'Предыдущее фото' }));
  expect(caption().value).toBe('левое крыло');

  act(() => takeOver());
  await waitFor(() => expect(caption().readOnly).toBe(true));
  expect(caption().value).toBe('левое крыло');
  expect(within(screen.getByRole('dialog')).getByRole('button', { name: 'Скопировать' })).toBeTruthy();
  // A photo with an unchanged caption has no field left.
  fireEvent.click(screen.getByRole('button', { name: 'Следующее фото' }));
  expect(screen.queryByLabelText('Подпись')).toBeNull();
});

it('a refused photo says its reason once, and names the file once', async () => {
  await showTaken();
  render(<ToastStack />, { wrapper: Stand });
  const Message = 'Файл «снимок.png» не похож на фото';
  vi.stubGlobal('fetch', async () => Response.json({ Message, Code: 'NOT_A_PICTURE' }, { status: 422 }));
  fireEvent.paste(document, {
    clipboardData: { files: [new File(['текст'], 'снимок.png', { type: 'image/png' })] },
  });
  await waitFor(() => expect(document.body.textContent).toContain(Message));
  expect(document.body.textContent?.split('снимок.png')).toHaveLength(2);
});

it('a call logged in the call card that plans the next one can be undone at once', async () => {
  await showTaken();
  render(<ToastStack />, { wrapper: Stand });
  create.mockResolvedValueOnce({ data: { id: 5, ResultId: 1, DateTimeOfNextCall: '2026-01-15T15:00:00.000Z' } });
  const results = within(screen.getByRole('group', { name: 'Итог звонка' }));
  fireEvent.click(await results.findByRole('button', { name: 'Дозвонились' }));
  fireEvent.click(screen.getByRole('button', { name: 'Записать звонок' }));
  await screen.findByText(/Дозвонились, следующий звонок/);
  const addresses: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    addresses.push(address);
    return Response.json({ ...accident, Version: 3 });
  });
  fireEvent.click(screen.getByRole('button', { name: 'Отменить' }));
  await waitFor(() => expect(addresses.some(address => address.endsWith('/Accident/1/undo'))).toBe(true));
});
