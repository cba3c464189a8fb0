import { readToken } from '../api/token.ts';
import { accountQuery, fetchAccount } from '../authProvider/account.ts';
import { settingsQuery } from '../authProvider/settings.ts';
import { hasAnyRole } from '../contract/access.ts';
import { dictionariesOf, titlesQuery } from '../dataProvider/dictionary.ts';
import { dataProvider } from '../dataProvider/index.ts';
import { currentLocale } from '../i18n/locale.ts';
import { matchRoute } from '../routes/match.ts';
import { preloadPage } from './pages.tsx';
import { listAt } from './prefetchCalls.ts';
import { queryClient } from './queryClient.ts';

/**
 * Maximum wait for data before the first render, milliseconds. Rendering once with rows is faster than a skeleton
 * followed by rows.
 */
const maxWaitMs = 250;

const prefetchList = async (): Promise<void> => {
  const list = listAt(window.location);
  if (!list) return;
  // The rows of a list are not requested if the account may not read the list. The request's error message would cover
  // a page that already explains the reason.
  const { Roles } = await fetchAccount(queryClient);
  if (!hasAnyRole(Roles, list.located.resource.access.read)) return;
  const { name, params, located } = list;
  const rowsLoading = queryClient.prefetchQuery({
    queryKey: [name, 'getList', { ...params, meta: undefined }],
    queryFn: () => dataProvider.getList(name, params),
  });
  const titlesLoading = dictionariesOf(located.resource, located.resource.list.columns).map(dictionary =>
    queryClient.prefetchQuery(titlesQuery(dictionary, currentLocale())),
  );
  await Promise.all([rowsLoading, ...titlesLoading]);
};

/**
 * Loads script, account and rows of the present page before the first render. Data that takes longer is awaited by the
 * page itself. On the sign-in page nothing is loaded, because there is no account yet.
 */
export const prefetchPage = async (): Promise<void> => {
  if (!readToken()) return;
  const entry = matchRoute(window.location.pathname)?.entry;
  const pendingLoads = [
    entry && preloadPage(entry).catch(() => undefined),
    queryClient.prefetchQuery(accountQuery),
    queryClient.prefetchQuery(settingsQuery),
    // A failure here may come from the account. The query of the account reports it.
    prefetchList().catch(() => undefined),
  ];
  const timeout = new Promise(resolve => setTimeout(resolve, maxWaitMs));
  await Promise.race([Promise.all(pendingLoads), timeout]);
};
