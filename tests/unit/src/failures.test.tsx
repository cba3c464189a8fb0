// @vitest-environment jsdom
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, renderHook, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { object } from 'yup';
import { ApiError, api } from '../../../src/api/client.ts';
import { acquirePicture, forgetPictures } from '../../../src/api/pictures.ts';
import { saveToken } from '../../../src/api/token.ts';
import '../../../src/app/queryClient.ts';
import { createAuthProvider } from '../../../src/authProvider/index.ts';
import { QueryContent } from '../../../src/components/QueryContent.tsx';
import type { RegistrationRow } from '../../../src/contract/shapes/account.ts';
import { releaseLease } from '../../../src/custom-pages/accidents/lock/LeaseContext.tsx';
import { NoteEditor } from '../../../src/custom-pages/accidents/notes/NotesPanel.tsx';
import { InterviewProvider } from '../../../src/custom-pages/accidents/processing/InterviewContext.tsx';
import { ReasonDialog } from '../../../src/custom-pages/accidents/ReasonDialog.tsx';
import { useSignInOptions } from '../../../src/custom-pages/auth/useSignInOptions.ts';
import { ExportRow } from '../../../src/custom-pages/exports/ExportsPage.tsx';
import { RegistrationCard } from '../../../src/custom-pages/registrations/RegistrationsPage.tsx';
import { ImportProgress } from '../../../src/custom-pages/voucher-import/ImportPage.tsx';
import type { Import } from '../../../src/custom-pages/voucher-import/queries.ts';
import { dataProvider } from '../../../src/dataProvider/index.ts';
import { handleFailure, showFailure } from '../../../src/feedback/failures.ts';
import { ToastStack } from '../../../src/feedback/ToastStack.tsx';
import { closeAllToasts } from '../../../src/feedback/toasts.ts';
import { openTexts } from '../../../src/i18n/store.ts';
import { watchLeases } from '../../../src/live/start.ts';
import { GuardedForm } from '../../../src/screens/form/GuardedForm.tsx';
import { downloadExport, type Export } from '../../../src/screens/list/export/order.ts';
import { AppTheme } from '../../../src/theme/AppTheme.tsx';
import { Stand } from './layout/frame.tsx';

const Message = 'Сервер занят';
const answer = () => new Response(JSON.stringify({ Message, TraceId: 't' }), { status: 500 });

/** Failures outside the queries of pages. */
const work: Record<string, () => unknown> = {
  'a picture': () => acquirePicture('avatar', 1).address.catch(() => undefined),
  'the file of an export': () => downloadExport({ Id: 1 } as Export).catch(error => showFailure(error, 'нет')),
  'signing out': () => {
    saveToken({ Token: 'a', ExpiresAt: '' }, false);
    return createAuthProvider(new QueryClient(), handleFailure)
      .logout({})
      .catch(() => undefined);
  },
  'the options of the sign-in page': () => renderHook(useSignInOptions),
  'giving a lease back': () => releaseLease(dataProvider, 1),
  'a lease that is looked up': async () => {
    const client = new QueryClient();
    const data = [{ id: 1, LockedUntil: '2020-01-01T00:00:00.000Z' }];
    const queryFn = async () => ({ data });
    new QueryObserver(client, { queryKey: ['accidents-opened', 'getList', {}], queryFn }).subscribe(() => {});
    const stop = watchLeases(client, dataProvider as never, () => {});
    await vi.advanceTimersByTimeAsync(15_000);
    stop();
  },
};

beforeAll(() => openTexts('whole'));
beforeEach(() => {
  closeAllToasts();
  vi.stubGlobal('fetch', async () => answer());
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  forgetPictures();
  vi.unstubAllGlobals();
});

it.each(Object.keys(work))('%s that fails with 500 gives a toast that stays, with Message and status', async name => {
  // Fake timers start before the toast is drawn, because the test must be able to advance the toast's timer.
  vi.useFakeTimers({ shouldAdvanceTime: true });
  render(
    <AppTheme>
      <ToastStack />
    </AppTheme>,
  );
  await act(async () => {
    await work[name]?.();
  });
  expect(await screen.findByText(Message)).toBeTruthy();
  expect(screen.getByText('Server respond with status "500"')).toBeTruthy();
  await act(() => vi.advanceTimersByTimeAsync(10 * 60_000));
  expect(screen.getByText(Message)).toBeTruthy();
  fireEvent.click(screen.getByRole('button'));
  expect(screen.queryByText(Message)).toBeNull();
});

it.each([
  ['nginx', 413, '<html><head><title>413 Request Entity Too Large</title></head></html>'],
  ['nginx', 502, '<html><body><center><h1>502 Bad Gateway</h1></center></body></html>'],
  ['a gateway with JSON of its own', 504, '{"message":"endpoint request timed out"}'],
  ['a gateway with a list', 503, '[1]'],
  ['an empty body', 429, ''],
  ['a body that is null', 500, 'null'],
])(
  'an answer of %s (%i) without readable words shows its status where one waits, and no toast',
  async (_, status, body) => {
    vi.stubGlobal('fetch', async () => new Response(body, { status, headers: { 'Content-Type': 'text/html' } }));
    const error = await api('GET /api/v2/Account/info')().catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(ApiError);
    handleFailure(error);
    render(
      <Stand>
        <ToastStack />
        <QueryContent
          query={{ data: undefined, error, isFetching: false, refetch: () => undefined }}
          skeleton={null}
          failureText="lists.failed.unknown"
        >
          {() => null}
        </QueryContent>
      </Stand>,
    );
    expect(screen.queryByText(/Server respond/)).toBeNull();
    expect(screen.getByText(new RegExp(`статус\\S* ${status}`))).toBeTruthy();
  },
);

it('a form whose answer has no readable words shows the status, and keeps what was typed', async () => {
  vi.stubGlobal('fetch', async () => new Response('<html>413</html>', { status: 413 }));
  const send = vi.fn(() => api('GET /api/v2/Account/info')().then(() => undefined));
  const form = (
    <GuardedForm schema={object({})} values={{ Name: 'typed' }} onSubmit={send}>
      <button type="submit">Сохранить</button>
    </GuardedForm>
  );
  render(
    <Stand bare>
      <RouterProvider router={createMemoryRouter([{ path: '*', element: form }])} />
    </Stand>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Сохранить' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Отправлено больше, чем принимает сервер (статус 413).');
});

/** Parts of pages that send something, with the button that sends. */
const senders: Record<string, { readonly part: ReactNode; readonly press: string }> = {
  'a step of an import': {
    part: <ImportProgress row={{ Id: 1, Rows: 2, Done: 1, State: 'checking' } as Import} />,
    press: 'imports.busy.cancel',
  },
  'a past export': {
    part: (
      <ExportRow
        row={{ Id: 1, State: 'failed', Format: 'csv', CreatedAt: '2026-01-01T00:00:00Z' } as unknown as Export}
        onChanged={() => undefined}
      />
    ),
    press: 'Выгрузить ещё раз',
  },
  'a request for an account': {
    part: (
      <RegistrationCard
        row={{ id: 1, fullName: 'Ильин', email: 'a@b.test', createdAt: '2026-01-01T00:00:00Z' } as RegistrationRow}
        onDecided={() => undefined}
      />
    ),
    press: 'Одобрить',
  },
};

it.each(Object.keys(senders))(
  '%s shows the status of an answer without readable words beside its button',
  async name => {
    vi.stubGlobal('fetch', async () => new Response('<html>413 Request Entity Too Large</html>', { status: 413 }));
    const { part, press } = senders[name]!;
    render(
      <Stand>
        <ToastStack />
        {part}
      </Stand>,
    );
    fireEvent.click(screen.getByRole('button', { name: press }));
    const alert = await screen.findByText('Отправлено больше, чем принимает сервер (статус 413).');
    expect(alert.getAttribute('role')).toBe('alert');
    expect(screen.queryByText(/Server respond/)).toBeNull();
  },
);

const wordless = new ApiError(502, undefined);

it.each([
  [
    'a note',
    <InterviewProvider key="" accidentId={1}>
      <NoteEditor
        label="Заметка"
        action="Добавить"
        initialText="typed"
        disabled={false}
        busy={false}
        error={wordless}
        onSend={async () => false}
      />
    </InterviewProvider>,
  ],
  [
    'a reason',
    <ReasonDialog
      key=""
      open
      title="Вернуть"
      help=""
      action="Вернуть"
      error={wordless}
      maxLength={9}
      onClose={() => undefined}
      onReason={async () => false}
    />,
  ],
])('%s whose answer has no readable words shows the status above its button', (_, part) => {
  render(<Stand>{part}</Stand>);
  expect(screen.getByRole('alert').textContent).toMatch(/статус\S* 502/);
});
