// @vitest-environment jsdom
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { DataProviderContext } from 'react-admin';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { noFacts } from '../../../../server/domain/telemetry/noFacts.ts';
import type { AccidentDetail } from '../../../../src/contract/shapes/accident.ts';
import { ActionBar, SidePanels } from '../../../../src/custom-pages/accidents/AccidentView.tsx';
import { AccidentHeader } from '../../../../src/custom-pages/accidents/header/AccidentHeader.tsx';
import { LeaseProvider } from '../../../../src/custom-pages/accidents/lock/LeaseContext.tsx';
import { InterviewProvider } from '../../../../src/custom-pages/accidents/processing/InterviewContext.tsx';
import { openTexts } from '../../../../src/i18n/store.ts';
import { Keys } from '../../../../src/layout/keys/Keys.tsx';
import { account, Stand } from './frame.tsx';

const clicked: string[] = [];
/** Records the element that a key clicks, and stops the click. */
const note = (event: MouseEvent) => {
  clicked.push((event.target as HTMLElement).textContent?.trim() ?? '');
  event.preventDefault();
  event.stopPropagation();
};

beforeAll(() => openTexts('whole'));
beforeEach(() => {
  clicked.length = 0;
  // Dictionary entries, so that the menu of call results has content.
  vi.stubGlobal('fetch', async () => Response.json([{ Id: '1', Title: 'Дозвонились' }]));
  // jsdom draws nothing, so every element counts as visible.
  Element.prototype.checkVisibility = () => true;
});
afterEach(() => {
  window.removeEventListener('click', note, true);
  cleanup();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(Element.prototype, 'checkVisibility');
});

const provider = {
  getList: async () => ({ data: [], total: 0 }),
  getOne: async () => ({ data: {} }),
  getMany: async () => ({ data: [] }),
  lock: async () => ({ LockedBy: null, LockedByName: null, LockedUntil: null }),
};

const show = async (Status: AccidentDetail['Status']) => {
  const accident = {
    ...{ Id: 1, CrashUniqueIdentifier: 100001, ObjectId: 'o', Status, Source: 'device', Facts: noFacts() },
    ...{ CrashDateTime: '2026-01-15T09:30:00.000Z', Latitude: 55.75, Longitude: 37.6, ClientPhone: '+79629435474' },
    WaitingSince: '2026-01-15T09:30:00.000Z',
    ...{ ClientName: 'Сергеев', ClientTimeZone: 'Asia/Omsk', VehicleColor: '', VehicleRegNumber: '', Version: 1 },
    ...{
      LockedBy: null,
      LockedByName: null,
      LockedUntil: null,
      DateTimeOfNextCall: null,
      City: '',
      Street: '',
      Damages: [],
    },
  } as unknown as AccidentDetail;
  const page = (
    <>
      <Keys />
      <LeaseProvider accident={accident} userId={account.Id}>
        <InterviewProvider accidentId={1}>
          <main id="content">
            <AccidentHeader accident={accident} />
            <SidePanels accident={accident} onMoved={() => undefined} />
            <ActionBar accident={accident} onMoved={() => undefined} />
          </main>
        </InterviewProvider>
      </LeaseProvider>
    </>
  );
  render(
    <DataProviderContext.Provider value={provider as never}>
      <Stand bare>
        <RouterProvider router={createMemoryRouter([{ path: '*', element: page }])} />
      </Stand>
    </DataProviderContext.Provider>,
  );
  await screen.findByLabelText(/Новая заметка/);
  const result = screen.queryByRole('button', { name: 'Итог звонка' });
  if (result) await waitFor(() => expect(result).toHaveProperty('disabled', false));
  window.addEventListener('click', note, true);
};
const pressed = (code: string): string | undefined => {
  clicked.length = 0;
  fireEvent.keyDown(document.body, { code, key: code.at(-1)?.toLowerCase() });
  return clicked[0];
};

it('press what stands for them on the page of a new case', async () => {
  await show('opened');
  expect(pressed('KeyL')).toBe('Взять в работу');
  expect(pressed('KeyC')).toBe('+7 962 943-54-74');
  expect(pressed('KeyR')).toBe('Итог звонка');
  expect(pressed('KeyF')).toBe('Завершить');
  expect(pressed('KeyM')).toBe('В мини-убытки');
  expect(pressed('KeyB')).toBeUndefined();
  expect(pressed('KeyW')).toContain('Кто ответил');
  expect(pressed('KeyS')).toContain('О чём спросить');
  expect(pressed('KeyA')).toContain('Ответы');
  // Opens the tab of notes, then focuses the text.
  expect(pressed('KeyN')).toBe('Обработка');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/Новая заметка/)));
  expect(screen.getByText(/у клиента \d\d:\d\d, Омск/)).toBeTruthy();
});

it('press on a case that is done with what takes it back', async () => {
  await show('closed');
  expect(pressed('KeyB')).toBe('Вернуть в новые');
  expect(pressed('KeyM')).toBeUndefined();
  expect(pressed('KeyF')).toBeUndefined();
});

it('are heard while a menu that was chosen from is still closing', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(new URL(address, 'http://here').pathname);
    return Response.json({ Next: null });
  });
  const menu = (open: boolean) => (
    <RouterProvider
      router={createMemoryRouter([
        {
          path: '*',
          element: (
            <Stand bare>
              <Keys />
              <Menu open={open} anchorEl={document.body} transitionDuration={60_000}>
                <MenuItem>Не отвечает</MenuItem>
              </Menu>
            </Stand>
          ),
        },
      ])}
    />
  );
  const { rerender } = render(menu(true));
  await screen.findByRole('menuitem', { name: 'Не отвечает' });
  fireEvent.keyDown(document.body, { code: 'KeyX', key: 'x' });
  expect(asked).toEqual([]);
  rerender(menu(false));
  await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull());
  expect(document.querySelector('[role=menu]')).not.toBeNull();
  fireEvent.keyDown(document.body, { code: 'KeyX', key: 'x' });
  await waitFor(() => expect(asked).toEqual(['/api/v2/Accident/next']));
});

it('are told by the question mark', async () => {
  await show('opened');
  window.removeEventListener('click', note, true);
  fireEvent.keyDown(document.body, { code: 'Slash', key: '?', shiftKey: true });
  const dialog = await screen.findByRole('dialog');
  const keys = [...dialog.querySelectorAll('kbd')].map(key => key.textContent);
  expect(keys).toEqual(expect.arrayContaining(['X', '?', 'L', 'C', 'R', 'N', 'F', 'M', 'B']));
  fireEvent.keyDown(document.body, { code: 'KeyL', key: 'l' });
  expect(clicked).toEqual([]);
});

it('hear what came before they did, unless that was long ago', async () => {
  const early = (agoMs: number) => {
    const event = new KeyboardEvent('keydown', { code: 'Slash', key: '?', shiftKey: true });
    Object.defineProperty(event, 'timeStamp', { value: performance.now() - agoMs });
    return event;
  };
  const begin = (before: KeyboardEvent) =>
    render(
      <Stand bare>
        <RouterProvider router={createMemoryRouter([{ path: '*', element: <Keys earlyKey={before} /> }])} />
      </Stand>,
    );
  // The scripts of the help are loaded, so it would open at once.
  begin(early(1_000));
  expect(await screen.findByRole('dialog')).toBeTruthy();
  cleanup();
  begin(early(60_000));
  await new Promise(drawn => setTimeout(drawn, 200));
  expect(screen.queryByRole('dialog')).toBeNull();
});
