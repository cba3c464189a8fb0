// @vitest-environment jsdom
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { PageFrame } from '../../../../src/app/PageFrame.tsx';
import { queryClient } from '../../../../src/app/queryClient.ts';
import { accountQuery } from '../../../../src/authProvider/account.ts';
import { Dashboard } from '../../../../src/custom-pages/dashboard/Dashboard.tsx';
import { openTexts } from '../../../../src/i18n/store.ts';
import { routeTable } from '../../../../src/routes/table.ts';
import { account, Stand } from '../layout/frame.tsx';

beforeAll(() => openTexts('whole'));
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const Vouchers = () => <p>rows</p>;
/** The frame around a page requests the account too. */
const Frame = () => <p>{useQuery(accountQuery).data?.FullName}</p>;

it.each([
  ['/cabinet/dashboard/', Dashboard, () => screen.findAllByRole('link')],
  ['/cabinet/cards/list/', Vouchers, () => screen.findAllByText('rows')],
] as const)(
  '%s says why it is not there while the account fails, asked for once, and how to go on',
  async (path, page, shown) => {
    const answers = [Response.json({ Message: 'Сбой' }, { status: 500 }), Response.json(account)];
    const asked = vi.fn(async (_: string) => answers.shift() ?? Response.json({ Items: [], Total: 0 }));
    vi.stubGlobal('fetch', asked);
    const entry = routeTable.find(each => each.path === path);
    if (!entry) throw new Error(`No route has the path ${path}`);
    render(
      <Stand>
        <QueryClientProvider client={queryClient}>
          <Frame />
          <PageFrame entry={entry} page={page} />
        </QueryClientProvider>
      </Stand>,
    );
    expect((await screen.findByRole('alert')).textContent).toContain('какие разделы вам открыты');
    expect(screen.queryByRole('link')).toBeNull();
    expect(asked).toHaveBeenCalledOnce();
    await userEvent.click(screen.getByRole('button', { name: 'Повторить' }));
    expect((await shown()).length).toBeGreaterThan(0);
    expect(screen.queryByRole('alert')).toBeNull();
  },
);
