import type { PageName, RouteEntry } from './entry.ts';

/** Source files of pages without a description. */
const pageScripts: { readonly [Name in PageName]: string } = {
  dashboard: 'Dashboard',
  group: 'GroupPage',
  accident: 'AccidentPage',
  accidentCreate: 'AccidentCreate',
  unknownStatus: 'UnknownStatus',
  registrations: 'RegistrationsPage',
  billing: 'BillingPage',
  texts: 'TextsPage',
  exports: 'ExportsPage',
  imports: 'ImportsPage',
  import: 'ImportPage',
  scoringList: 'ScoringList',
  scoringVoucher: 'ScoringPage',
  scoringTrip: 'TripPage',
  screener: 'ScreenerPage',
  activity: 'ActivityPage',
  personalData: 'DataPage',
  settings: 'SettingsPage',
};

/** Source files of custom create forms, by resource. */
const createFormScripts: { readonly [resource: string]: string } = {
  platformKeys: 'PlatformKeyCreate',
  companies: 'CompanyCreate',
  webhooks: 'WebhookCreate',
};

/** Returns the name of the source file of a page. The build lets the server send its script along with the page. */
export const scriptOf = ({ page, resource }: RouteEntry): string | undefined => {
  if (typeof page === 'string') return pageScripts[page];
  if (page === undefined) return resource === undefined ? undefined : 'ResourceList';
  if ('record' in page) return 'RecordScreen';
  if ('form' in page)
    return page.form === 'create' ? (createFormScripts[page.resource] ?? 'CreateScreen') : 'EditScreen';
  return undefined;
};
