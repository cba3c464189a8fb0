import type { ComponentType } from 'react';
import { Navigate, useParams } from 'react-router-dom';
import { type LazyComponent, lazyComponent } from '../feedback/LazyBoundary.tsx';
import { resources } from '../resources/index.ts';
import type { PageName, RouteEntry } from '../routes/entry.ts';
import { parseRecordId } from '../routes/recordId.ts';
import { useRouteEntry } from '../routes/usePublicPath.ts';
import type { Resource } from '../schema/define.ts';
import { ResourceList } from '../screens/ResourceList.tsx';

/** Components of the route table's pages, loaded on first use. */
const pageComponents: { readonly [Name in PageName]: LazyComponent<object> } = {
  dashboard: lazyComponent('Dashboard', () => import('../custom-pages/dashboard/Dashboard.tsx')),
  group: lazyComponent('GroupPage', () => import('../custom-pages/not-found/GroupPage.tsx'), 'admin'),
  accident: lazyComponent('AccidentPage', () => import('../custom-pages/accidents/AccidentPage.tsx'), 'accident'),
  accidentCreate: lazyComponent(
    'AccidentCreate',
    () => import('../custom-pages/accident-create/AccidentCreate.tsx'),
    'accident',
  ),
  unknownStatus: lazyComponent('UnknownStatus', () => import('../custom-pages/not-found/UnknownStatus.tsx')),
  registrations: lazyComponent(
    'RegistrationsPage',
    () => import('../custom-pages/registrations/RegistrationsPage.tsx'),
    'user',
  ),
  billing: lazyComponent('BillingPage', () => import('../custom-pages/billing/BillingPage.tsx'), 'admin'),
  texts: lazyComponent('TextsPage', () => import('../custom-pages/texts/TextsPage.tsx'), 'admin'),
  exports: lazyComponent('ExportsPage', () => import('../custom-pages/exports/ExportsPage.tsx'), 'exports'),
  imports: lazyComponent('ImportsPage', () => import('../custom-pages/voucher-import/ImportsPage.tsx'), 'imports'),
  import: lazyComponent('ImportPage', () => import('../custom-pages/voucher-import/ImportPage.tsx'), 'imports'),
  scoringList: lazyComponent('ScoringList', () => import('../custom-pages/scoring/list/ScoringList.tsx'), 'scoring'),
  scoringVoucher: lazyComponent('ScoringPage', () => import('../custom-pages/scoring/ScoringPage.tsx'), 'scoring'),
  scoringTrip: lazyComponent('TripPage', () => import('../custom-pages/scoring/trip/TripPage.tsx'), 'scoring'),
  screener: lazyComponent('ScreenerPage', () => import('../custom-pages/screener/ScreenerPage.tsx'), 'screener'),
  activity: lazyComponent('ActivityPage', () => import('../custom-pages/user/activity/ActivityPage.tsx'), 'audit'),
  personalData: lazyComponent('DataPage', () => import('../custom-pages/user/data/DataPage.tsx'), 'user'),
  settings: lazyComponent('SettingsPage', () => import('../custom-pages/user/settings/SettingsPage.tsx'), 'user'),
};
export const LazyNotFound = lazyComponent('NotFound', () => import('../custom-pages/not-found/NotFound.tsx'));

const formScreens = {
  create: lazyComponent('CreateScreen', () => import('../screens/record/CreateScreen.tsx')),
  update: lazyComponent('EditScreen', () => import('../screens/record/EditScreen.tsx')),
};
/** Custom create forms by resource. They have more than a description can express. */
const customCreateForms: { readonly [resource: string]: LazyComponent<object> } = {
  platformKeys: lazyComponent(
    'PlatformKeyCreate',
    () => import('../custom-pages/platform-keys/PlatformKeyCreate.tsx'),
    'admin',
  ),
  webhooks: lazyComponent('WebhookCreate', () => import('../custom-pages/webhooks/WebhookCreate.tsx'), 'admin'),
  companies: lazyComponent('CompanyCreate', () => import('../custom-pages/company-create/CompanyCreate.tsx'), 'admin'),
};
const RecordPage = lazyComponent('RecordPage', () => import('./RecordPage.tsx'), 'audit');

const getResource = (name: string): Resource => {
  const resource = resources[name];
  if (!resource) throw new Error(`No resource is called ${name}`);
  return resource;
};

const recordPageOf =
  (Page: ComponentType<{ resource: Resource; id: number }>, resource: Resource): ComponentType =>
  () => {
    const id = parseRecordId(useParams().id);
    return id === undefined ? <LazyNotFound /> : <Page key={id} resource={resource} id={id} />;
  };

const resourcePage = (page: Extract<RouteEntry['page'], { form: string } | { record: string }>): ComponentType => {
  if ('record' in page) return recordPageOf(RecordPage, getResource(page.record));
  const resource = getResource(page.resource);
  const CustomForm = customCreateForms[page.resource];
  if (page.form === 'create' && CustomForm) return CustomForm;
  return page.form === 'update'
    ? recordPageOf(formScreens.update, resource)
    : () => <formScreens.create resource={resource} />;
};

const lazyComponentOf = ({ page }: RouteEntry): Pick<LazyComponent<object>, 'fetch'> | undefined => {
  if (typeof page === 'string') return pageComponents[page];
  if (page === undefined) return undefined;
  if ('record' in page) return RecordPage;
  if ('form' in page) return (page.form === 'create' && customCreateForms[page.resource]) || formScreens[page.form];
  return undefined;
};

/** Preloads the script of a page. Lists have no script of their own. */
export const preloadPage = async (entry: RouteEntry): Promise<void> => lazyComponentOf(entry)?.fetch();

/**
 * Returns the page of a list. react-admin renders it for every address below the list too, so unknown addresses show
 * "not found".
 */
const listPageOf =
  (name: string): ComponentType =>
  () =>
    useRouteEntry() ? <ResourceList name={name} /> : <LazyNotFound />;

export const pageOf = ({ path, page, resource }: RouteEntry): ComponentType => {
  if (typeof page === 'string') return pageComponents[page];
  if (page === undefined) {
    if (resource === undefined) throw new Error(`${path} names neither a page nor a resource`);
    return listPageOf(resource);
  }
  if ('record' in page || 'form' in page) return resourcePage(page);
  return () => <Navigate to={page.redirectTo} replace />;
};
