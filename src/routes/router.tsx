import { lazy, Suspense } from 'react';
import { createBrowserRouter } from 'react-router';
import { Splash } from '../layout/Splash.tsx';
import { cabinet } from './pages.tsx';
import { Session } from './Session.tsx';

const Cabinet = lazy(cabinet);
const AuthPages = lazy(() =>
  import('../custom-pages/auth/AuthPages.tsx').then(({ AuthPages }) => ({ default: AuthPages })),
);

/** A data router: unsaved forms can only be guarded with one. What lies inside the cabinet is react-admin's to match. */
export const createRouter = () =>
  createBrowserRouter([
    {
      element: (
        <Suspense fallback={<Splash />}>
          <Session />
        </Suspense>
      ),
      children: [
        { path: '/auth/*', element: <AuthPages /> },
        { path: '*', element: <Cabinet /> },
      ],
    },
  ]);
