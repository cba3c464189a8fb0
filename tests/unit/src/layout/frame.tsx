import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import polyglot from 'ra-i18n-polyglot';
import type { ReactNode } from 'react';
import { I18nContextProvider, RouterProviderContext, reactRouterProvider } from 'react-admin';
import { MemoryRouter, useBlocker, useLocation, useNavigate, useParams } from 'react-router-dom';
import { accountQuery } from '../../../../src/authProvider/account.ts';
import { accident } from '../../../../src/i18n/ru/extra/accident.ts';
import { audit } from '../../../../src/i18n/ru/extra/audit.ts';
import { exports } from '../../../../src/i18n/ru/extra/exports.ts';
import { live } from '../../../../src/i18n/ru/extra/live.ts';
import { scoring } from '../../../../src/i18n/ru/extra/scoring.ts';
import { screener } from '../../../../src/i18n/ru/extra/screener.ts';
import { user } from '../../../../src/i18n/ru/extra/user.ts';
import { voucher } from '../../../../src/i18n/ru/extra/voucher.ts';
import { ru } from '../../../../src/i18n/ru/index.ts';
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

const texts = polyglot(
  () => ({ ...ru, accident, audit, exports, live, scoring, screener, user, voucher }) as never,
  'ru',
  [],
  {
    allowMissing: true,
  },
);

/** Gives react-admin the tests' copy of the router, because it would import another copy. */
const router = {
  ...reactRouterProvider,
  useBlocker,
  useLocation,
  useNavigate,
  useParams,
} as typeof reactRouterProvider;

type Props = { at?: string; bare?: boolean; children: ReactNode };

/** `bare`: the children bring their own router. */
export const Stand = ({ at = '/', bare = false, children }: Props) => {
  const client = new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } },
  });
  client.setQueryData(accountQuery.queryKey, account);
  return (
    <QueryClientProvider client={client}>
      <I18nContextProvider value={texts}>
        <RouterProviderContext.Provider value={router}>
          <AppTheme>{bare ? children : <MemoryRouter initialEntries={[at]}>{children}</MemoryRouter>}</AppTheme>
        </RouterProviderContext.Provider>
      </I18nContextProvider>
    </QueryClientProvider>
  );
};
