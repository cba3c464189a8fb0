// @vitest-environment jsdom
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, renderHook, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { forgetPictures, takePicture } from '../../../src/api/pictures.ts';
import { saveToken } from '../../../src/api/token.ts';
import '../../../src/app/queryClient.ts';
import { createAuthProvider } from '../../../src/authProvider/index.ts';
import { giveLock } from '../../../src/custom-pages/accidents/lock/lockCalls.ts';
import { useOptions } from '../../../src/custom-pages/auth/useOptions.ts';
import { dataProvider } from '../../../src/dataProvider/index.ts';
import { noticeFailure, showFailure } from '../../../src/feedback/notice.ts';
import { ToastStack } from '../../../src/feedback/ToastStack.tsx';
import { closeAllToasts } from '../../../src/feedback/toasts.ts';
import { watchLeases } from '../../../src/live/leases.ts';
import { downloadExport, type Export } from '../../../src/screens/list/export/order.ts';
import { AppTheme } from '../../../src/theme/AppTheme.tsx';

const Message = 'Сервер занят';
const answer = () => new Response(JSON.stringify({ Message, TraceId: 't' }), { status: 500 });

/** What fails beside the queries of the pages. */
const work: Record<string, () => unknown> = {
  'a picture': () => takePicture('avatar', 1).address.catch(() => undefined),
  'the file of an export': () => downloadExport({ Id: 1 } as Export).catch(error => showFailure(error, 'нет')),
  'signing out': () => {
    saveToken({ Token: 'a', ExpiresAt: '' }, false);
    return createAuthProvider(new QueryClient(), noticeFailure)
      .logout({})
      .catch(() => undefined);
  },
  'the options of the sign-in page': () => renderHook(useOptions),
  'giving a lease back': () => giveLock(dataProvider, 1),
  'a lease that is looked up': async () => {
    vi.useFakeTimers();
    const client = new QueryClient();
    const data = [{ id: 1, LockedUntil: '2020-01-01T00:00:00.000Z' }];
    const queryFn = async () => ({ data });
    new QueryObserver(client, { queryKey: ['accidents-opened', 'getList', {}], queryFn }).subscribe(() => {});
    const stop = watchLeases(client, dataProvider as never, () => {});
    await vi.advanceTimersByTimeAsync(15_000);
    stop();
    vi.useRealTimers();
  },
};

beforeEach(() => {
  closeAllToasts();
  vi.stubGlobal('fetch', async () => answer());
});
afterEach(() => {
  cleanup();
  forgetPictures();
  vi.unstubAllGlobals();
});

it.each(Object.keys(work))('%s that fails with 500 gives a toast that stays, with Message and status', async name => {
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
  // Only the person takes it away.
  vi.useFakeTimers();
  await act(() => vi.advanceTimersByTimeAsync(10 * 60_000));
  vi.useRealTimers();
  expect(screen.getByText(Message)).toBeTruthy();
  fireEvent.click(screen.getByRole('button'));
  expect(screen.queryByText(Message)).toBeNull();
});
