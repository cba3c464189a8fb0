import { createBrowserRouter } from 'react-router';
import { Cabinet } from './Cabinet.tsx';
import { Session } from './Session.tsx';

/** A data router: unsaved forms can only be guarded with one. What lies inside is react-admin's to match. */
export const createRouter = () =>
  createBrowserRouter([{ element: <Session />, children: [{ path: '*', element: <Cabinet /> }] }]);
