import { createBrowserRouter } from 'react-router';
import { Cabinet } from './Cabinet.tsx';
import { Session } from './Session.tsx';

/** A data router, which guarding unsaved forms requires. Nested routes are matched by react-admin. */
export const createRouter = () =>
  createBrowserRouter([{ element: <Session />, children: [{ path: '*', element: <Cabinet /> }] }]);
