import { readToken } from '../api/token.ts';
import { accountQuery, fetchAccount } from '../authProvider/account.ts';
import { settingsQuery } from '../authProvider/settings.ts';
import { holdsOne } from '../contract/access.ts';
import { dictionariesOf, dictionaryQuery } from '../dataProvider/dictionary.ts';
import { dataProvider } from '../dataProvider/index.ts';
import { currentLocale } from '../i18n/locale.ts';
import { matchRoute } from '../routes/match.ts';
import { listAt } from './askFirst.ts';
import { fetchPage } from './pages.tsx';
import { queryClient } from './queryClient.ts';

/** How long the first drawing waits for what it would show: drawn once with rows is sooner than an outline and then rows. */
const patienceMs = 250;

const bringList = async (): Promise<void> => {
  const list = listAt(window.location);
  if (!list) return;
  // Refused rows would be told of in a message, over a page that already says it may not be seen.
  const { Roles } = await fetchAccount(queryClient);
  if (!holdsOne(Roles, list.located.resource.access.read)) return;
  const { name, params, located } = list;
  const rows = queryClient.prefetchQuery({
    queryKey: [name, 'getList', { ...params, meta: undefined }],
    queryFn: () => dataProvider.getList(name, params),
  });
  const titles = dictionariesOf(located.resource, located.resource.list.columns).map(dictionary =>
    queryClient.prefetchQuery(dictionaryQuery(dictionary, currentLocale())),
  );
  await Promise.all([rows, ...titles]);
};

/**
 * Brings the page one is on with its script, who is signed in and the rows; what takes longer is waited for on the page.
 * The sign-in page fetches the cabinet too, before there is anybody to ask for.
 */
export const bringFirst = async (): Promise<void> => {
  if (!readToken()) return;
  const entry = matchRoute(window.location.pathname)?.entry;
  const wanted = [
    entry && fetchPage(entry).catch(() => undefined),
    queryClient.prefetchQuery(accountQuery),
    queryClient.prefetchQuery(settingsQuery),
    // Why the account did not come is told by its own query.
    bringList().catch(() => undefined),
  ];
  const patience = new Promise(resolve => setTimeout(resolve, patienceMs));
  await Promise.race([Promise.all(wanted), patience]);
};
