import { useQueryClient } from '@tanstack/react-query';
import { CoreAdminContext, CoreAdminUI, CustomRoutes, localStorageStore, Resource, useI18nProvider } from 'ra-core';
import { Route } from 'react-router';
import { createAuthProvider } from '../authProvider/index.ts';
import { dataProvider } from '../dataProvider/index.ts';
import { ErrorFallback } from '../feedback/ErrorFallback.tsx';
import { noticeFailure } from '../feedback/notice.ts';
import { Layout } from '../layout/Layout.tsx';
import { routeTable } from '../routes/table.ts';
import { PageFrame } from './PageFrame.tsx';
import { NotFound, pageOf } from './pages.tsx';
import { queryClient } from './queryClient.ts';
import { routerProvider } from './routerProvider.tsx';

const authProvider = createAuthProvider(queryClient, noticeFailure);
const store = localStorageStore(undefined, 'drivedesk');
const pages = routeTable.map(entry => ({
  entry,
  element: <PageFrame entry={entry} page={pageOf(entry)} />,
}));

/** Everything behind the sign-in page: react-admin without its umbrella, our own frame around our own route table. */
export const Cabinet = () => (
  <CoreAdminContext
    authProvider={authProvider}
    dataProvider={dataProvider}
    i18nProvider={useI18nProvider()}
    queryClient={useQueryClient()}
    routerProvider={routerProvider}
    store={store}
  >
    <CoreAdminUI layout={Layout} error={ErrorFallback} catchAll={NotFound} title="Drivedesk" disableTelemetry>
      {pages.map(({ entry, element }) =>
        entry.resource ? (
          <Resource key={entry.path} name={entry.resource} list={element} />
        ) : (
          <CustomRoutes key={entry.path}>
            <Route path={entry.canonical ?? entry.path} element={element} />
          </CustomRoutes>
        ),
      )}
    </CoreAdminUI>
  </CoreAdminContext>
);
