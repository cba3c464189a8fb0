import type { ComponentType } from 'react';
import { Navigate } from 'react-router';
import { part } from '../feedback/part.ts';
import type { PageName, RouteEntry } from '../routes/entry.ts';

/** What draws the pages that the route table names: each is fetched when it is first opened. */
const pages: { readonly [Name in PageName]: ComponentType } = {
  dashboard: part('Dashboard', () => import('../custom-pages/dashboard/Dashboard.tsx')),
  group: part('GroupPage', () => import('../custom-pages/not-found/GroupPage.tsx')),
  accident: part('AccidentPage', () => import('../custom-pages/accidents/AccidentPage.tsx')),
  accidentCreate: part('AccidentCreate', () => import('../custom-pages/accident-create/AccidentCreate.tsx')),
  unknownStatus: part('UnknownStatus', () => import('../custom-pages/not-found/UnknownStatus.tsx')),
  registrations: part('RegistrationsPage', () => import('../custom-pages/registrations/RegistrationsPage.tsx'), 'user'),
  exports: part('ExportsPage', () => import('../custom-pages/exports/ExportsPage.tsx')),
  personalData: part('DataPage', () => import('../custom-pages/user/data/DataPage.tsx'), 'user'),
  settings: part('SettingsPage', () => import('../custom-pages/user/settings/SettingsPage.tsx'), 'user'),
};
const ResourceList = part('ResourceList', () => import('../screens/ResourceList.tsx'));
const ComingPage = part('ComingPage', () => import('../custom-pages/not-found/ComingPage.tsx'));
export const NotFound = part('NotFound', () => import('../custom-pages/not-found/NotFound.tsx'));

/** What stands at an address of the route table. */
export const pageOf = ({ path, page, resource }: RouteEntry): ComponentType => {
  if (typeof page === 'string') return pages[page];
  if (page === undefined) {
    if (resource === undefined) throw new Error(`${path} names neither a page nor a resource`);
    return () => <ResourceList name={resource} />;
  }
  return 'coming' in page ? () => <ComingPage text={page.coming} /> : () => <Navigate to={page.leadsTo} replace />;
};
