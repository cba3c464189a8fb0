// @vitest-environment jsdom
import { cleanup, render, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { saveToken } from '../../../../src/api/token.ts';
import { prefetchPage } from '../../../../src/app/prefetchPage.ts';
import { queryClient } from '../../../../src/app/queryClient.ts';
import { createAuthProvider } from '../../../../src/authProvider/index.ts';
import { AuthPages } from '../../../../src/custom-pages/auth/AuthPages.tsx';
import { closeAllToasts, showToast, useToasts } from '../../../../src/feedback/toasts.ts';
import { openTexts } from '../../../../src/i18n/store.ts';
import { TextsProvider } from '../../../../src/i18n/TextsProvider.tsx';
import { AppTheme } from '../../../../src/theme/AppTheme.tsx';

let headings: readonly string[] = [];
const Headings = () => {
  headings = useToasts().map(({ heading }) => heading);
  return null;
};
const open = (page: React.ReactNode) =>
  render(
    <AppTheme>
      <TextsProvider>
        {page}
        <Headings />
      </TextsProvider>
    </AppTheme>,
  );

afterEach(() => {
  cleanup();
  closeAllToasts();
  vi.unstubAllGlobals();
});

it('what fails before the page is drawn is told, and asked for once', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address);
    return Response.json({ Message: 'Сервер занят', TraceId: 't' }, { status: 500 });
  });
  await openTexts('whole');
  saveToken({ Token: 'abc', ExpiresAt: '' }, false);
  window.history.replaceState(null, '', '/cabinet/dashboard/');
  await prefetchPage();
  open(null);
  expect(headings).toEqual(['Сервер занят']);
  // Further requests of the frame and of react-admin get the same failure without a new call.
  await expect(createAuthProvider(queryClient).getPermissions?.({})).rejects.toHaveProperty('status', 500);
  expect(asked.filter(address => address.includes('Account/info'))).toHaveLength(1);
});

it('who signs in has read why the last session ended', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ Registration: true, Reset: true }));
  await openTexts('first');
  const { rerender } = open(<AuthPages path="/auth/login/" />);
  showToast({ kind: 'error', heading: 'Сеанс закончился', status: 401 });
  await waitFor(() => expect(headings).toEqual(['Сеанс закончился']));
  rerender(<Headings />);
  await waitFor(() => expect(headings).toEqual([]));
});
