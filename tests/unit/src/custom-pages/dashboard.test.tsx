// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { Dashboard } from '../../../../src/custom-pages/dashboard/Dashboard.tsx';
import { openTexts } from '../../../../src/i18n/store.ts';
import { account, Stand } from '../layout/frame.tsx';

beforeAll(() => openTexts('whole'));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('the work desk says why it has no tiles, and has them once the server answers', async () => {
  const answers = [Response.json({ Message: 'Сбой' }, { status: 500 }), Response.json(account)];
  const asked = vi.fn(async (_: string) => answers.shift() ?? Response.json({ Items: [], Total: 0 }));
  vi.stubGlobal('fetch', asked);
  render(
    <Stand>
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <Dashboard />
      </QueryClientProvider>
    </Stand>,
  );
  expect((await screen.findByRole('alert')).textContent).toContain('какие разделы вам открыты');
  expect(screen.queryByRole('link')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Повторить' }));
  expect((await screen.findAllByRole('link')).length).toBeGreaterThan(9);
  expect(screen.queryByRole('alert')).toBeNull();
});
