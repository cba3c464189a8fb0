import type { PageName, RouteEntry } from './entry.ts';

/** Source files of pages whose content no description of a resource defines. */
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

/** Source files of create forms that replace the generated form of a resource. */
const createFormScripts: { readonly [resource: string]: string } = {
  platformKeys: 'PlatformKeyCreate',
  companies: 'CompanyCreate',
  webhooks: 'WebhookCreate',
};

/** Returns the name of the source file of a page. The server uses it to send the page's script along with the page. */
export const scriptOf = ({ page, resource }: RouteEntry): string | undefined => {
  if (typeof page === 'string') return pageScripts[page];
  if (page === undefined) return resource === undefined ? undefined : 'ResourceList';
  if ('record' in page) return 'RecordScreen';
  if ('form' in page)
    return page.form === 'create' ? (createFormScripts[page.resource] ?? 'CreateScreen') : 'EditScreen';
  return undefined;
};
