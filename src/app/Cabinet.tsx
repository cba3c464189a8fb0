import {
  AdminRouter,
  AuthContext,
  CoreAdminUI,
  CustomRoutes,
  DataProviderContext,
  localStorageStore,
  NotificationContextProvider,
  PreferencesEditorContextProvider,
  Resource,
  ResourceDefinitionContextProvider,
  RouterProviderContext,
  StoreContextProvider,
  UndoableMutationsContextProvider,
} from 'ra-core';
import type { ReactNode } from 'react';
import { Route } from 'react-router';
import { createAuthProvider } from '../authProvider/index.ts';
import { dataProvider } from '../dataProvider/index.ts';
import { ErrorFallback } from '../feedback/ErrorFallback.tsx';
import { noticeFailure } from '../feedback/notice.ts';
import { Layout } from '../layout/Layout.tsx';
import { routeTable } from '../routes/table.ts';
import { adminStoreName } from '../settings/adminStore.ts';
import { PageFrame } from './PageFrame.tsx';
import { NotFound, pageOf } from './pages.tsx';
import { queryClient } from './queryClient.ts';
import { routerProvider } from './routerProvider.tsx';

const authProvider = createAuthProvider(queryClient, noticeFailure);
const store = localStorageStore(undefined, adminStoreName);
const pages = routeTable.map(entry => ({
  entry,
  element: <PageFrame entry={entry} page={pageOf(entry)} />,
}));

/** As they would register themselves, each with a drawing of the whole frame. */
const definitions = Object.fromEntries(
  pages.flatMap(({ entry: { resource }, element }) =>
    resource ? [[resource, Resource.registerResource({ name: resource, list: element })]] : [],
  ),
);

/**
 * What react-admin's CoreAdminContext holds, without its I18nContextProvider: that one draws nothing at first and then all
 * of it in one go. Words are given by i18n/TextsProvider, the query client by CabinetApp.
 */
const AdminContexts = ({ children }: { children: ReactNode }) => (
  <RouterProviderContext.Provider value={routerProvider}>
    <AuthContext.Provider value={authProvider}>
      <DataProviderContext.Provider value={dataProvider}>
        <StoreContextProvider value={store}>
          <PreferencesEditorContextProvider>
            <AdminRouter>
              <NotificationContextProvider>
                <UndoableMutationsContextProvider>
                  <ResourceDefinitionContextProvider definitions={definitions}>
                    {children}
                  </ResourceDefinitionContextProvider>
                </UndoableMutationsContextProvider>
              </NotificationContextProvider>
            </AdminRouter>
          </PreferencesEditorContextProvider>
        </StoreContextProvider>
      </DataProviderContext.Provider>
    </AuthContext.Provider>
  </RouterProviderContext.Provider>
);

/** Everything behind the sign-in page: react-admin without its umbrella, our own frame around our own route table. */
export const Cabinet = () => (
  <AdminContexts>
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
  </AdminContexts>
);
