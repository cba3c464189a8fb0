// @vitest-environment jsdom
import { ThemeProvider } from '@mui/material/styles';
import { QueryClient } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import polyglot from 'ra-i18n-polyglot';
import { type AuthProvider, CoreAdminContext, type DataProvider, TestMemoryRouter, useGetList } from 'react-admin';
import { afterEach, expect, it, vi } from 'vitest';
import { ApiError } from '../../../../src/api/client.ts';
import { isPendingRemoval } from '../../../../src/dataProvider/pendingRemovals.ts';
import { commitUndoableToasts, useToasts } from '../../../../src/feedback/toasts.ts';
import { ru } from '../../../../src/i18n/ru/index.ts';
import { ReactAdminNotices } from '../../../../src/layout/Layout.tsx';
import { useSignOut } from '../../../../src/layout/profile/useSignOut.tsx';
import { RemoveButton } from '../../../../src/screens/record/RecordScreen.tsx';
import { themes } from '../../../../src/theme/theme.ts';
import { rows, things } from './thing.tsx';

afterEach(cleanup);

/** A resource that is split by a field of the record. */
const shelved = { ...things, split: { parameter: 'shelf', values: ['upper', 'lower'], field: 'Size' } };
const record = { ...rows[0]!, Size: 'upper', Version: 1 };

const Names = () => {
  const { data = [] } = useGetList('things-upper');
  return <p>{data.map(({ Name }) => Name).join(', ')}</p>;
};

const Toasts = () => useToasts().map(({ id, heading }) => <output key={id}>{heading}</output>);

it('a removal that finds no database once it cannot be undone any more brings the record back, and is asked for once', async () => {
  const failures: string[] = [];
  const remove = vi.fn(async () => {
    throw new ApiError(503, { Message: 'База данных недоступна', TraceId: 't' });
  });
  let lost = false;
  const getList = vi.fn(async () => {
    if (lost) throw new ApiError(503, { Message: 'База данных недоступна', TraceId: 't' });
    return { data: [record, { ...rows[1]!, Version: 1 }], total: 2 };
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false }, mutations: { retry: false } } });
  client.getMutationCache().config.onError = error => void failures.push(error.message);
  render(
    <ThemeProvider theme={themes.light}>
      <TestMemoryRouter>
        <CoreAdminContext
          dataProvider={{ getList, delete: remove } as unknown as DataProvider}
          i18nProvider={polyglot(() => ru as never, 'ru', [], { allowMissing: true })}
          queryClient={client}
        >
          <Names />
          <RemoveButton resource={shelved} record={record} />
          <ReactAdminNotices />
          <Toasts />
        </CoreAdminContext>
      </TestMemoryRouter>
    </ThemeProvider>,
  );
  await screen.findByText('Первая, Вторая');
  await userEvent.click(screen.getByRole('button', { name: 'Удалить' }));
  expect(await screen.findByText('Вторая')).toBeDefined();
  expect(isPendingRemoval('things', 1)).toBe(true);
  expect(remove).not.toHaveBeenCalled();
  // The row disappears just before the toast with the undo button appears.
  await screen.findByText(/^Удалено/);
  lost = true;
  commitUndoableToasts();
  expect(await screen.findByText('Первая, Вторая')).toBeDefined();
  await waitFor(() => expect(failures).toEqual(['База данных недоступна']));
  expect(remove).toHaveBeenCalledTimes(1);
  expect(isPendingRemoval('things', 1)).toBe(false);
});

it('whoever signs out while a removal can still be undone is signed out after it is done', async () => {
  const done: string[] = [];
  let answer = (): void => undefined;
  const remove = vi.fn(async () => {
    await new Promise<void>(resolve => {
      answer = resolve;
    });
    done.push('removed');
    return { data: record };
  });
  const logout = vi.fn(async () => void done.push('signed out'));
  const Leave = () => {
    const { label, startSignOut } = useSignOut();
    return (
      <button type="button" onClick={startSignOut}>
        {label}
      </button>
    );
  };
  render(
    <ThemeProvider theme={themes.light}>
      <TestMemoryRouter>
        <CoreAdminContext
          dataProvider={{ delete: remove } as unknown as DataProvider}
          authProvider={{ logout, checkAuth: async () => undefined } as unknown as AuthProvider}
          i18nProvider={polyglot(() => ru as never, 'ru', [], { allowMissing: true })}
          queryClient={new QueryClient()}
        >
          <RemoveButton resource={shelved} record={record} />
          <ReactAdminNotices />
          <Toasts />
          <Leave />
        </CoreAdminContext>
      </TestMemoryRouter>
    </ThemeProvider>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Удалить' }));
  await screen.findByText(/^Удалено/);
  await userEvent.click(screen.getByRole('button', { name: ru.shell.profile.logout }));
  await waitFor(() => expect(remove).toHaveBeenCalledOnce());
  expect(logout).not.toHaveBeenCalled();
  answer();
  await waitFor(() => expect(done).toEqual(['removed', 'signed out']));
});
