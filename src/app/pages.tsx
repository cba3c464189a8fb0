import type { ComponentType } from 'react';
import { Navigate, useParams } from 'react-router-dom';
import { type LazyComponent, lazyComponent } from '../feedback/lazyComponent.ts';
import { resources } from '../resources/index.ts';
import type { PageName, RouteEntry } from '../routes/entry.ts';
import { recordIdIn } from '../routes/recordId.ts';
import { useEntry } from '../routes/usePublicPath.ts';
import type { Resource } from '../schema/define.ts';
import { ResourceList } from '../screens/ResourceList.tsx';

/** Components of the route table's pages, loaded on first use. */
const pages: { readonly [Name in PageName]: LazyComponent<object> } = {
  dashboard: lazyComponent('Dashboard', () => import('../custom-pages/dashboard/Dashboard.tsx')),
  group: lazyComponent('GroupPage', () => import('../custom-pages/not-found/GroupPage.tsx')),
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
  exports: lazyComponent('ExportsPage', () => import('../custom-pages/exports/ExportsPage.tsx')),
  imports: lazyComponent('ImportsPage', () => import('../custom-pages/voucher-import/ImportsPage.tsx'), 'imports'),
  import: lazyComponent('ImportPage', () => import('../custom-pages/voucher-import/ImportPage.tsx'), 'imports'),
  scoringList: lazyComponent('ScoringList', () => import('../custom-pages/scoring/list/ScoringList.tsx'), 'scoring'),
  scoringVoucher: lazyComponent('ScoringPage', () => import('../custom-pages/scoring/ScoringPage.tsx'), 'scoring'),
  scoringTrip: lazyComponent('TripPage', () => import('../custom-pages/scoring/trip/TripPage.tsx'), 'scoring'),
  screener: lazyComponent('ScreenerPage', () => import('../custom-pages/screener/ScreenerPage.tsx'), 'screener'),
  activity: lazyComponent('ActivityPage', () => import('../custom-pages/user/activity/ActivityPage.tsx')),
  personalData: lazyComponent('DataPage', () => import('../custom-pages/user/data/DataPage.tsx'), 'user'),
  settings: lazyComponent('SettingsPage', () => import('../custom-pages/user/settings/SettingsPage.tsx'), 'user'),
};
export const LazyNotFound = lazyComponent('NotFound', () => import('../custom-pages/not-found/NotFound.tsx'));

const forms = {
  create: lazyComponent('CreateScreen', () => import('../screens/record/CreateScreen.tsx')),
  update: lazyComponent('EditScreen', () => import('../screens/record/EditScreen.tsx')),
};
/** Custom create forms by resource. They have more than a description can express. */
const ownForms: { readonly [resource: string]: LazyComponent<object> } = {
  platformKeys: lazyComponent(
    'PlatformKeyCreate',
    () => import('../custom-pages/platform-keys/PlatformKeyCreate.tsx'),
    'admin',
  ),
  webhooks: lazyComponent('WebhookCreate', () => import('../custom-pages/webhooks/WebhookCreate.tsx'), 'admin'),
  companies: lazyComponent('CompanyCreate', () => import('../custom-pages/company-create/CompanyCreate.tsx'), 'admin'),
};
const RecordPage = lazyComponent('RecordPage', () => import('./RecordPage.tsx'));

const resourceNamed = (name: string): Resource => {
  const resource = resources[name];
  if (!resource) throw new Error(`No resource is called ${name}`);
  return resource;
};

/** Returns a record page. An invalid id in the address shows "not found". */
const ofRecord =
  (Page: ComponentType<{ resource: Resource; id: number }>, resource: Resource): ComponentType =>
  () => {
    const id = recordIdIn(useParams().id);
    return id === undefined ? <LazyNotFound /> : <Page key={id} resource={resource} id={id} />;
  };

const describedPage = (page: Extract<RouteEntry['page'], { form: string } | { record: string }>): ComponentType => {
  if ('record' in page) return ofRecord(RecordPage, resourceNamed(page.record));
  const resource = resourceNamed(page.of);
  const OwnForm = ownForms[page.of];
  if (page.form === 'create' && OwnForm) return OwnForm;
  return page.form === 'update' ? ofRecord(forms.update, resource) : () => <forms.create resource={resource} />;
};

const partOf = ({ page }: RouteEntry): Pick<LazyComponent<object>, 'fetch'> | undefined => {
  if (typeof page === 'string') return pages[page];
  if (page === undefined) return undefined;
  if ('record' in page) return RecordPage;
  if ('form' in page) return (page.form === 'create' && ownForms[page.of]) || forms[page.form];
  return undefined;
};

/** Preloads the script of a page. Lists have no script of their own. */
export const fetchPage = async (entry: RouteEntry): Promise<void> => partOf(entry)?.fetch();

/**
 * Returns the page of a list. react-admin renders it for every address below the list too, so unknown addresses show
 * "not found".
 */
const listOf =
  (name: string): ComponentType =>
  () =>
    useEntry() ? <ResourceList name={name} /> : <LazyNotFound />;

/** Returns the component of a route. */
export const pageOf = ({ path, page, resource }: RouteEntry): ComponentType => {
  if (typeof page === 'string') return pages[page];
  if (page === undefined) {
    if (resource === undefined) throw new Error(`${path} names neither a page nor a resource`);
    return listOf(resource);
  }
  if ('record' in page || 'form' in page) return describedPage(page);
  return () => <Navigate to={page.leadsTo} replace />;
};
