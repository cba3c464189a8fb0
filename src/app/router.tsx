import { createBrowserRouter } from 'react-router';
import { Cabinet } from './Cabinet.tsx';
import { Session } from './Session.tsx';

/** Returns a data router, because guards of unsaved forms require one. react-admin matches nested routes. */
export const createRouter = () =>
  createBrowserRouter([{ element: <Session />, children: [{ path: '*', element: <Cabinet /> }] }]);
