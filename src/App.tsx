import { QueryClientProvider } from '@tanstack/react-query';
import { CustomRoutes, localStorageStore, Resource } from 'react-admin';
import { Route, RouterProvider } from 'react-router-dom';
import { Admin } from './app/Admin.tsx';
import { MuiLocale } from './app/MuiLocale.tsx';
import { PageFrame } from './app/PageFrame.tsx';
import { LazyNotFound, pageOf } from './app/pages.tsx';
import { queryClient } from './app/queryClient.ts';
import { routerProvider } from './app/routerProvider.tsx';
import { SessionEffects } from './app/SessionEffects.tsx';
import { SignInDialogs } from './app/SignInDialogs.tsx';
import { Session, useSessionRouter } from './app/useSessionRouter.tsx';
import { createAuthProvider } from './authProvider/index.ts';
import { dataProvider } from './dataProvider/index.ts';
import { ErrorFallback } from './feedback/ErrorFallback.tsx';
import { handleFailure } from './feedback/failures.ts';
import { Layout } from './layout/Layout.tsx';
import { routeTable } from './routes/table.ts';
import { adminStoreName } from './settings/adminStore.ts';

const authProvider = createAuthProvider(queryClient, handleFailure);
const store = localStorageStore(undefined, adminStoreName);

const pages = routeTable.map(entry => ({ ...entry, element: <PageFrame entry={entry} page={pageOf(entry)} /> }));
const lists = pages.flatMap(({ resource, element }) => (resource ? [{ resource, element }] : []));
const otherPages = pages.filter(({ resource }) => !resource);

const Cabinet = () => (
  <Admin
    authProvider={authProvider}
    dataProvider={dataProvider}
    queryClient={queryClient}
    routerProvider={routerProvider}
    store={store}
    layout={Layout}
    error={ErrorFallback}
    catchAll={LazyNotFound}
    title="Drivedesk"
    disableTelemetry
  >
    {lists.map(({ resource, element }) => (
      <Resource key={resource} name={resource} list={element} />
    ))}
    <CustomRoutes>
      {otherPages.map(({ path, canonical, element }) => (
        <Route key={path} path={canonical ?? path} element={element} />
      ))}
    </CustomRoutes>
  </Admin>
);

const routes = [{ element: <Session />, children: [{ path: '*', element: <Cabinet /> }] }];

/**
 * Everything after sign-in. `main.tsx` mounts it in `app/Start.tsx`, which has the theme, the texts and the sign-in
 * pages: the code before sign-in must stay small.
 */
export const App = () => (
  <QueryClientProvider client={queryClient}>
    <MuiLocale>
      <SessionEffects />
      <RouterProvider router={useSessionRouter(routes)} useTransitions={false} />
      <SignInDialogs />
    </MuiLocale>
  </QueryClientProvider>
);
