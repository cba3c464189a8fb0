import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { I18nContextProvider } from 'ra-core';
import polyglot from 'ra-i18n-polyglot';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { accountQuery } from '../../../../src/authProvider/account.ts';
import { ru } from '../../../../src/i18n/ru/index.ts';
import { live } from '../../../../src/i18n/ru/live.ts';
import { user } from '../../../../src/i18n/ru/user.ts';
import { AppTheme } from '../../../../src/theme/AppTheme.tsx';

export const account = {
  Id: 7,
  FullName: 'Анна Ковалёва',
  CompanyName: 'Вектор Авто',
  Email: 'anna@demo.drivedesk',
  Occupation: 'Оператор',
  Pic: null,
  Roles: ['MANAGER'],
  Locale: 'ru' as const,
  Phone: '',
  Version: 1,
};

const texts = polyglot(() => ({ ...ru, live, user }) as never, 'ru', [], { allowMissing: true });

type Given = { at?: string; bare?: boolean; children: ReactNode };

/** `bare`: what stands in it brings a router of its own. */
export const Stand = ({ at = '/', bare = false, children }: Given) => {
  const client = new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } },
  });
  client.setQueryData(accountQuery.queryKey, account);
  return (
    <QueryClientProvider client={client}>
      <I18nContextProvider value={texts}>
        <AppTheme>{bare ? children : <MemoryRouter initialEntries={[at]}>{children}</MemoryRouter>}</AppTheme>
      </I18nContextProvider>
    </QueryClientProvider>
  );
};
