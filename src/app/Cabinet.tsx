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
import { LazyNotFound, pageOf } from './pages.tsx';
import { queryClient } from './queryClient.ts';
import { routerProvider } from './routerProvider.tsx';

const authProvider = createAuthProvider(queryClient, noticeFailure);
const store = localStorageStore(undefined, adminStoreName);
const pages = routeTable.map(entry => ({
  entry,
  element: <PageFrame entry={entry} page={pageOf(entry)} />,
}));

/** Resources are registered as data, because each <Resource> element would render the whole frame. */
const definitions = Object.fromEntries(
  pages.flatMap(({ entry: { resource }, element }) =>
    resource ? [[resource, Resource.registerResource({ name: resource, list: element })]] : [],
  ),
);

/**
 * react-admin's CoreAdminContext without its I18nContextProvider, which first renders nothing and then everything at
 * once. Texts come from i18n/TextsProvider, the query client from CabinetApp.
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

/** Everything after sign-in: react-admin without <Admin>, our frame around our route table. */
export const Cabinet = () => (
  <AdminContexts>
    <CoreAdminUI layout={Layout} error={ErrorFallback} catchAll={LazyNotFound} title="Drivedesk" disableTelemetry>
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
